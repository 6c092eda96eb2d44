#(struct:game (0 1) 
; a comment
(1 #((0 1) (1 2)) #|a block|# ("x" 1/2 .5) . (a . b)))
