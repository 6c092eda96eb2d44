;;; Prints game trees of Dice of Doom as (player board moves), for tests/lisp.rs: moves a list of
;;; (move tree), and of (move tree tree) where dice are rolled.
;;;
;;; Usage: sbcl --script tests/trees.lisp COLUMNS MAX-DICE CHANCE DEPTH HEX...
;;; CHANCE is 0, or 1 where dice are rolled; DEPTH is how many plies the tree has at most; a HEX is its
;;; owner and its dice, such as 12.

(defvar *columns*)
(defvar *max-dice*)
(defvar *chance*)

(defun owner (board hex) (first (aref board hex)))
(defun dice (board hex) (second (aref board hex)))

(defun with-hexes (board &rest changes)
  "A copy of the board in which hexes have other owners and dice: HEX (OWNER DICE) ..."
  (let ((copy (copy-seq board)))
    (loop for (hex new) on changes by #'cddr do (setf (aref copy hex) new))
    copy))

(defun beside (board hex)
  (let ((left (plusp (mod hex *columns*)))
        (right (plusp (mod (1+ hex) *columns*))))
    (remove-if-not
     (lambda (other) (< -1 other (length board)))
     (append (list (- hex *columns*) (+ hex *columns*))
             (when left (list (- hex *columns* 1) (1- hex)))
             (when right (list (1+ hex) (+ hex *columns* 1)))))))

(defun reinforced (board player supply)
  (let ((copy (copy-seq board)))
    (loop for hex below (length copy)
          while (plusp supply)
          when (and (= (owner copy hex) player) (< (dice copy hex) *max-dice*))
            do (setf (aref copy hex) (list player (1+ (dice copy hex))))
               (decf supply))
    copy))

(defun largest-cluster (board player)
  (let ((seen (make-array (length board) :initial-element nil)))
    (labels ((size (hex)
               (if (or (aref seen hex) (/= (owner board hex) player))
                   0
                   (progn (setf (aref seen hex) t)
                          (1+ (reduce #'+ (mapcar #'size (beside board hex))))))))
      (loop for hex below (length board) maximize (size hex)))))

(defun attacks (board player)
  (loop for source below (length board)
        when (= (owner board source) player)
          append (loop for target in (beside board source)
                       when (and (/= (owner board target) player)
                                 (if *chance*
                                     (> (dice board source) 1)
                                     (> (dice board source) (dice board target))))
                         collect (list source target))))

(defun tree (board player captured fresh depth)
  (list player board
        (when (plusp depth)
          (append
           (unless fresh
             (let ((supply (if *chance* (largest-cluster board player) (1- captured))))
               (list (list nil
                           (tree (reinforced board player supply) (- 1 player) 0 t (1- depth))))))
           (loop for (source target) in (attacks board player)
                 collect
                 (let ((wins (with-hexes board
                               source (list player 1)
                               target (list player (1- (dice board source)))))
                       (fails (with-hexes board source (list player 1)))
                       (sum (+ captured (dice board target))))
                   (cons (list source target)
                         (cons (tree wins player sum nil (1- depth))
                               (when *chance*
                                 (list (tree fails player captured nil (1- depth))))))))))))

(let ((numbers (mapcar #'parse-integer (rest sb-ext:*posix-argv*))))
  ;; Under --script the script's name is no argument of it.
  (destructuring-bind (columns max-dice chance depth &rest hexes) numbers
    (setf *columns* columns
          *max-dice* max-dice
          *chance* (= chance 1))
    (let ((board (map 'vector (lambda (hex) (multiple-value-list (floor hex 10))) hexes)))
      (print (tree board 0 0 t depth)))))
