-- Rates boards of Dice of Doom, as the book's first version plays it: answers `doomtree check`.
--
--     doomtree check 'b2b2/a2b1 a' --command 'runghc examples/check/rate.hs'
--
-- Each line of input asks about a position: {"position":"b2b2/a2b1 a"}. Each line of output answers it
-- with the moves, where they lead, and what the position is worth to each player. It needs nothing
-- but what comes with GHC.

import Data.Char (digitToInt)
import Data.List (intercalate, isPrefixOf, mapAccumL, tails)
import Data.Map (Map)
import qualified Data.Map as Map
import Data.Maybe (fromMaybe)
import Data.Ratio (denominator, numerator, (%))
import System.IO

type Hex = (Char, Int)

-- The captured dice are Nothing at the start of a turn.
data Place = Place {hexes :: [Hex], columns :: Int, mover :: Char, captured :: Maybe Int}

mostDice :: Int
mostDice = 3

readPlace :: String -> Place
readPlace text = Place board (length board `div` rows) (head player) total
  where
    (letters, player, rest) = case words text of
      (l : p : r) -> (l, p, r)
      _ -> error ("no position: " ++ text)
    rows = 1 + length (filter (== '/') letters)
    board = pairs (filter (/= '/') letters)
    pairs (owner : dice : more) = (owner, digitToInt dice) : pairs more
    pairs _ = []
    total = case rest of
      (('+' : digits) : _) -> Just (read digits)
      _ -> Nothing

writePlace :: Place -> String
writePlace place = intercalate "/" (rows (hexes place)) ++ " " ++ [mover place] ++ more
  where
    rows [] = []
    rows some = concatMap hex (take (columns place) some) : rows (drop (columns place) some)
    hex (owner, dice) = owner : show dice
    more = maybe "" ((" +" ++) . show) (captured place)

other :: Char -> Char
other player = if player == 'a' then 'b' else 'a'

-- The six hexes around one, without those beyond the edges.
neighbors :: Place -> Int -> [Int]
neighbors place hex = filter inside ([up, down] ++ left ++ right)
  where
    (up, down, column) = (hex - columns place, hex + columns place, hex `mod` columns place)
    left = if column > 0 then [up - 1, hex - 1] else []
    right = if column < columns place - 1 then [hex + 1, down + 1] else []
    inside near = near >= 0 && near < length (hexes place)

-- One die stays behind, the others move to the conquered hex.
attack :: [Hex] -> Int -> Int -> [Hex]
attack board source target = zipWith after [0 ..] board
  where
    (owner, dice) = board !! source
    after i hex
      | i == source = (owner, 1)
      | i == target = (owner, dice - 1)
      | otherwise = hex

-- One die for each hex of the player that isn't full, until the supply is used up.
reinforce :: [Hex] -> Char -> Int -> [Hex]
reinforce board player supply = snd (mapAccumL give supply board)
  where
    give left (owner, dice)
      | owner == player && dice < mostDice && left > 0 = (left - 1, (owner, dice + 1))
      | otherwise = (left, (owner, dice))

-- Every move with the position after it. A turn can be passed after its first attack.
moves :: Place -> [(String, Place)]
moves place = pass ++ attacks
  where
    board = hexes place
    own = mover place
    pass = case captured place of
      Nothing -> []
      Just total ->
        [("pass", place {hexes = reinforce board own (total - 1), mover = other own, captured = Nothing})]
    attacks =
      [ (show source ++ ">" ++ show target, after)
      | (source, (owner, dice)) <- zip [0 ..] board
      , owner == own
      , target <- neighbors place source
      , let (enemy, lost) = board !! target
      , enemy /= own && dice > lost
      , let total = fromMaybe 0 (captured place) + lost
      , let after = place {hexes = attack board source target, captured = Just total}
      ]

-- Who has the most hexes.
winners :: Place -> [Char]
winners place = [player | player <- "ab", count player >= count (other player)]
  where
    count player = length (filter ((== player) . fst) (hexes place))

-- What player a gets: 1 for a win, 1/2 for a tie. Player b gets the rest.
-- What is rated already is handed on, so that no position is rated twice.
rating :: Map String Rational -> Place -> (Map String Rational, Rational)
rating known place = case Map.lookup name known of
  Just rated -> (known, rated)
  Nothing -> (Map.insert name here after, here)
  where
    name = writePlace place
    (after, below) = mapAccumL rating known (map snd (moves place))
    won = winners place
    here
      | not (null below) = (if mover place == 'a' then maximum else minimum) below
      | 'a' `elem` won = 1 % fromIntegral (length won)
      | otherwise = 0

answer :: Map String Rational -> Place -> (Map String Rational, String)
answer known place = (,) after $
  object
    ( [ ("position", quoted (writePlace place))
      , ("rating", object [("a", number a), ("b", number (1 - a))])
      , ("moves", list [object [("move", quoted name), ("position", quoted (writePlace next))] | (name, next) <- found])
      ]
        ++ [("winners", list [quoted [player] | player <- winners place]) | null found]
    )
  where
    found = moves place
    (after, a) = rating known place
    number n
      | denominator n == 1 = quoted (show (numerator n))
      | otherwise = quoted (show (numerator n) ++ "/" ++ show (denominator n))
    quoted text = "\"" ++ text ++ "\""
    list parts = "[" ++ intercalate "," parts ++ "]"
    object parts = "{" ++ intercalate "," [quoted name ++ ":" ++ value | (name, value) <- parts] ++ "}"

-- The text behind "position": in a line.
asked :: String -> String
asked line = takeWhile (/= '"') (drop (length key) found)
  where
    key = "\"position\":\""
    found = head (filter (key `isPrefixOf`) (tails line) ++ [line])

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  text <- getContents
  mapM_ putStrLn (snd (mapAccumL answer Map.empty (map (readPlace . asked) (lines text))))
