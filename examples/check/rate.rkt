#lang racket/base
;; Rates boards of Dice of Doom, as the book's first version plays it: answers `doomtree check`.
;;
;;     doomtree check 'b2b2/a2b1 a' --command 'racket examples/check/rate.rkt'
;;
;; Each line of input asks about a position: {"position":"b2b2/a2b1 a"}. Each line of output answers it
;; with the moves, where they lead, and what the position is worth to each player.

(require json racket/list racket/string)

(define most-dice 3)

;; hexes: a vector of (owner . dice); captured: #f at the start of a turn.
(struct place (hexes columns mover captured))

(define (read-place text)
  (define words (string-split text))
  (define rows (string-split (first words) "/"))
  (define hexes
    (for/vector ([hex (regexp-match* #px"([a-z])([0-9])" (first words) #:match-select cdr)])
      (cons (first hex) (string->number (second hex)))))
  (place hexes
         (quotient (vector-length hexes) (length rows))
         (second words)
         (and (> (length words) 2) (string->number (substring (third words) 1)))))

(define (write-place p)
  (define board
    (for/list ([hex (place-hexes p)] [i (in-naturals)])
      (string-append (if (and (> i 0) (zero? (remainder i (place-columns p)))) "/" "")
                     (car hex) (number->string (cdr hex)))))
  (format "~a ~a~a" (string-append* board) (place-mover p)
          (if (place-captured p) (format " +~a" (place-captured p)) "")))

(define (other player) (if (equal? player "a") "b" "a"))

;; The six hexes around one, without those beyond the edges.
(define (neighbors hexes columns hex)
  (define up (- hex columns))
  (define down (+ hex columns))
  (define column (remainder hex columns))
  (for/list ([near (append (list up down)
                           (if (> column 0) (list (sub1 up) (sub1 hex)) '())
                           (if (< column (sub1 columns)) (list (add1 hex) (add1 down)) '()))]
             #:when (< -1 near (vector-length hexes)))
    near))

;; One die stays behind, the others move to the conquered hex.
(define (attack hexes source target)
  (define from (vector-ref hexes source))
  (for/vector ([hex hexes] [i (in-naturals)])
    (cond [(= i source) (cons (car from) 1)]
          [(= i target) (cons (car from) (sub1 (cdr from)))]
          [else hex])))

;; One die for each hex of the player that isn't full, until the supply is used up.
(define (reinforce hexes player supply)
  (for/vector ([hex hexes])
    (cond [(and (equal? (car hex) player) (< (cdr hex) most-dice) (> supply 0))
           (set! supply (sub1 supply))
           (cons (car hex) (add1 (cdr hex)))]
          [else hex])))

;; Every move with the position after it. A turn can be passed after its first attack.
(define (moves p)
  (define hexes (place-hexes p))
  (define columns (place-columns p))
  (define mover (place-mover p))
  (define captured (place-captured p))
  (append
   (if captured
       (list (cons "pass" (place (reinforce hexes mover (sub1 captured)) columns (other mover) #f)))
       '())
   (for*/list ([source (vector-length hexes)]
               [from (list (vector-ref hexes source))]
               #:when (equal? (car from) mover)
               [target (neighbors hexes columns source)]
               [to (list (vector-ref hexes target))]
               #:when (and (not (equal? (car to) mover)) (> (cdr from) (cdr to))))
     (cons (format "~a>~a" source target)
           (place (attack hexes source target) columns mover (+ (or captured 0) (cdr to)))))))

;; Who has the most hexes.
(define (winners p)
  (define (count-of player) (for/sum ([hex (place-hexes p)]) (if (equal? (car hex) player) 1 0)))
  (for/list ([player '("a" "b")] #:when (>= (count-of player) (count-of (other player)))) player))

;; What player a gets: 1 for a win, 1/2 for a tie. Player b gets the rest.
(define rated (make-hash))
(define (rating p)
  (hash-ref! rated (write-place p)
             (lambda ()
               (define below (for/list ([move (moves p)]) (rating (cdr move))))
               (cond [(pair? below) (apply (if (equal? (place-mover p) "a") max min) below)]
                     [(member "a" (winners p)) (/ 1 (length (winners p)))]
                     [else 0]))))

(define (answer p)
  (define a (rating p))
  (define found (moves p))
  (define line
    (hasheq 'position (write-place p)
            'rating (hasheq 'a (number->string a) 'b (number->string (- 1 a)))
            'moves (for/list ([move found])
                     (hasheq 'move (car move) 'position (write-place (cdr move))))))
  (write-json (if (null? found) (hash-set line 'winners (winners p)) line))
  (newline)
  (flush-output))

(for ([line (in-lines)])
  (answer (read-place (hash-ref (string->jsexpr line) 'position))))
