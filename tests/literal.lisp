;;; Rates boards of Dice of Doom as a program that was typed from a text, errors and all, for
;;; tests/cli_check.rs: JSON Lines of positions, or the tree as (player board moves).
;;;
;;; Usage: sbcl --script tests/literal.lisp WHAT COLUMNS MAX-DICE HEX...
;;; WHAT is 'ratings': the smallest rating is taken where the rated player moves, and the largest
;;; elsewhere; or 'tree': a pass compares the player, not the hex's dice, with the maximum. A HEX is
;;; its owner and its dice, such as 12; player 0 begins.

(defvar *what*)
(defvar *columns*)
(defvar *max-dice*)

(defun near (hexes hex)
  (let ((first (zerop (mod hex *columns*)))
        (last (zerop (mod (1+ hex) *columns*))))
    (loop for other in (append (list (- hex *columns*) (+ hex *columns*))
                               (unless first (list (- hex *columns* 1) (- hex 1)))
                               (unless last (list (+ hex 1) (+ hex *columns* 1))))
          when (< -1 other (length hexes)) collect other)))

(defun new-dice (hexes player supply)
  "One pass over the list, with an accumulator."
  (let ((tail-call (string= *what* "tree")))
    (labels ((walk (left supply done)
               (cond ((or (null left) (zerop supply)) (append (reverse done) left))
                     (t (destructuring-bind (owner dice) (first left)
                          (if (and (= owner player)
                                   (< (if tail-call owner dice) *max-dice*))
                              (walk (rest left) (1- supply) (cons (list owner (1+ dice)) done))
                              (walk (rest left) supply (cons (first left) done))))))))
      (coerce (walk (coerce hexes 'list) supply '()) 'vector))))

(defun after-attack (hexes source target)
  (let ((copy (copy-seq hexes))
        (owner (first (aref hexes source)))
        (dice (second (aref hexes source))))
    (setf (aref copy source) (list owner 1)
          (aref copy target) (list owner (1- dice)))
    copy))

(defun tree (hexes player captured fresh)
  "(player hexes moves captured), captured being nil where a turn begins."
  (list player
        hexes
        (append
         (unless fresh
           (list (list nil (tree (new-dice hexes player (1- captured)) (- 1 player) 0 t))))
         (loop for source below (length hexes)
               for (owner dice) = (aref hexes source)
               when (= owner player)
                 append (loop for target in (near hexes source)
                              for (other-owner other-dice) = (aref hexes target)
                              when (and (/= other-owner player) (> dice other-dice))
                                collect (list (list source target)
                                              (tree (after-attack hexes source target) player
                                                    (+ captured other-dice) nil)))))
        (unless fresh captured)))

(defun rating (tree player)
  (destructuring-bind (mover hexes moves captured) tree
    (declare (ignore captured))
    (if moves
        (reduce (if (= mover player) #'min #'max)
                (mapcar (lambda (move) (rating (second move) player)) moves))
        (let ((counts (list (count 0 hexes :key #'first) (count 1 hexes :key #'first))))
          (cond ((= (first counts) (second counts)) 1/2)
                ((= (nth player counts) (reduce #'max counts)) 1)
                (t 0))))))

(defun letter (player) (char "ab" player))

(defun position-text (tree)
  (destructuring-bind (mover hexes moves captured) tree
    (declare (ignore moves))
    (with-output-to-string (out)
      (loop for (owner dice) across hexes
            for index from 0
            do (when (and (plusp index) (zerop (mod index *columns*))) (write-char #\/ out))
               (format out "~a~d" (letter owner) dice))
      (format out " ~a~@[ +~d~]" (letter mover) captured))))

(defun move-text (move)
  (if (first move) (format nil "~{~d>~d~}" (first move)) "pass"))

(defun print-lines (tree seen)
  "One line for each position, before those that it leads to."
  (let ((text (position-text tree)))
    (unless (gethash text seen)
      (setf (gethash text seen) t)
      (format t "{\"position\":\"~a\",\"rating\":{\"a\":\"~a\",\"b\":\"~a\"},\"moves\":[~{\"~a\"~^,~}]}~%"
              text (rating tree 0) (rating tree 1) (mapcar #'move-text (third tree)))
      (dolist (move (third tree))
        (print-lines (second move) seen)))))

(defun plain (tree)
  (list (first tree)
        (second tree)
        (mapcar (lambda (move) (list (first move) (plain (second move)))) (third tree))))

(destructuring-bind (what columns max-dice &rest hexes) (rest sb-ext:*posix-argv*)
  (setf *what* what
        *columns* (parse-integer columns)
        *max-dice* (parse-integer max-dice))
  (let ((tree (tree (map 'vector (lambda (hex) (multiple-value-list (floor (parse-integer hex) 10)))
                         hexes)
                    0 0 t)))
    (if (string= what "ratings")
        (print-lines tree (make-hash-table :test #'equal))
        (print (plain tree)))))
