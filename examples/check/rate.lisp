;;; Rates boards of Dice of Doom, as the book's first version plays it: answers `doomtree check`.
;;;
;;;     doomtree check 'b2b2/a2b1 a' --command 'sbcl --script examples/check/rate.lisp'
;;;
;;; Each line of input asks about a position: {"position":"b2b2/a2b1 a"}. Each line of output answers
;;; it with the moves, where they lead, and what the position is worth to each player.

(defparameter *most-dice* 3)

;; A position: hexes as a vector of (owner dice), the columns, the mover, and the captured dice, nil
;; at the start of a turn.
(defstruct place hexes columns mover captured)

(defun read-place (line)
  (let* ((start (search "\"position\":\"" line))
         (text (subseq line (+ start 12) (position #\" line :start (+ start 12))))
         (space (position #\Space text))
         (board (subseq text 0 space))
         (plus (position #\+ text))
         (letters (remove #\/ board))
         (hexes (coerce (loop for i below (length letters) by 2
                              collect (list (char letters i) (digit-char-p (char letters (1+ i)))))
                        'vector)))
    (make-place :hexes hexes
                :columns (/ (length hexes) (1+ (count #\/ board)))
                :mover (char text (1+ space))
                :captured (when plus (parse-integer text :start (1+ plus))))))

(defun write-place (place)
  (with-output-to-string (out)
    (loop for (owner dice) across (place-hexes place)
          for i from 0
          do (when (and (plusp i) (zerop (mod i (place-columns place)))) (write-char #\/ out))
             (format out "~a~d" owner dice))
    (format out " ~a~@[ +~d~]" (place-mover place) (place-captured place))))

(defun other (player) (if (eql player #\a) #\b #\a))

(defun neighbors (hexes columns hex)
  "The six hexes around one, without those beyond the edges."
  (let ((up (- hex columns))
        (down (+ hex columns)))
    (loop for near in (append (list up down)
                              (unless (zerop (mod hex columns)) (list (1- up) (1- hex)))
                              (unless (zerop (mod (1+ hex) columns)) (list (1+ hex) (1+ down))))
          when (< -1 near (length hexes)) collect near)))

(defun attack (hexes source target)
  "One die stays behind, the others move to the conquered hex."
  (let ((after (copy-seq hexes)))
    (destructuring-bind (owner dice) (aref hexes source)
      (setf (aref after source) (list owner 1)
            (aref after target) (list owner (1- dice))))
    after))

(defun reinforce (hexes player supply)
  "One die for each hex of the player that isn't full, until the supply is used up."
  (map 'vector
       (lambda (hex)
         (destructuring-bind (owner dice) hex
           (cond ((and (eql owner player) (< dice *most-dice*) (plusp supply))
                  (decf supply)
                  (list owner (1+ dice)))
                 (t hex))))
       hexes))

(defun moves (place)
  "Every move with the position after it. A turn can be passed after its first attack."
  (let ((hexes (place-hexes place))
        (columns (place-columns place))
        (mover (place-mover place))
        (captured (place-captured place)))
    (append
     (when captured
       (list (list "pass" (make-place :hexes (reinforce hexes mover (1- captured))
                                      :columns columns :mover (other mover)))))
     (loop for source below (length hexes)
           for (owner dice) = (aref hexes source)
           when (eql owner mover)
             append (loop for target in (neighbors hexes columns source)
                          for (enemy lost) = (aref hexes target)
                          when (and (not (eql enemy mover)) (> dice lost))
                            collect (list (format nil "~d>~d" source target)
                                          (make-place :hexes (attack hexes source target)
                                                      :columns columns :mover mover
                                                      :captured (+ (or captured 0) lost))))))))

(defun winners (place)
  "Who has the most hexes."
  (flet ((hexes-of (player) (count player (place-hexes place) :key #'first)))
    (loop for player in '(#\a #\b)
          when (>= (hexes-of player) (hexes-of (other player))) collect player)))

(defvar *rated* (make-hash-table :test #'equal))

(defun rating (place)
  "What player a gets: 1 for a win, 1/2 for a tie. Player b gets the rest."
  (let ((key (write-place place)))
    (or (gethash key *rated*)
        (setf (gethash key *rated*)
              (let ((below (mapcar (lambda (move) (rating (second move))) (moves place))))
                (cond (below (reduce (if (eql (place-mover place) #\a) #'max #'min) below))
                      ((member #\a (winners place)) (/ 1 (length (winners place))))
                      (t 0)))))))

(defun answer (place)
  (let ((a (rating place))
        (moves (moves place)))
    (format t "{\"position\":\"~a\",\"rating\":{\"a\":\"~a\",\"b\":\"~a\"},\"moves\":[~{~a~^,~}]"
            (write-place place) a (- 1 a)
            (loop for (name after) in moves
                  collect (format nil "{\"move\":\"~a\",\"position\":\"~a\"}"
                                  name (write-place after))))
    (unless moves (format t ",\"winners\":[~{\"~a\"~^,~}]" (winners place)))
    (format t "}~%")
    (finish-output)))

(loop for line = (read-line *standard-input* nil)
      while line do (answer (read-place line)))
