# Study, editor, import and library. { $name } is filled in by the page.
analyse = Analyse
analysis = Analysis
analysis-waiting = waiting for a free engine…
analysis-busy = The engine is busy; trying again…
analysis-depth = depth { $level } · { $text } positions
analysis-done = done, depth { $level } · { $text } positions
analysis-in-play = opens when the game is over
no-tables = The server has no endgame tables of this game.
not-in-tables = The server has endgame tables of up to { $limit } pieces in this game, and this position has more.
wins-in = { $side } wins in { $made }
side-wins = { $side } wins
chances = White { $made } · draw { $level } · Black { $limit }
play-line = Play this move as a variation
endgame-truth = By the endgame tables
replay = Replay
replay-first = To the start (Home)
replay-back = One move back (left arrow)
replay-forward = One move on (right arrow)
replay-last = To the end (End)
moves-label = Moves. Left and right arrows replay, up and down change the variation.
study-empty = No moves yet: try one on the board.
set-up-here = set up
record-breaks = The record breaks off here
drop-try = Remove this variation
keep-tries = Save my variations
take-away = Share, PDN, diagram
copy-link = Copy link
copy-pdn = Copy PDN
copy-fen = Copy FEN
copy-by-hand = The browser does not allow copying; here is the text.
diagram = Diagram
edit-position = Edit the position
find-position = Games with this position
editor = Board editor
editor-hint = Choose a piece and tap squares, or drag a piece to another square or off the board; on the keyboard, 1 to 5 set or remove a piece where you are.
editor-piece = Piece
editor-erase = remove
editor-turn = To move
editor-initial = Initial position
editor-clear = Empty board
editor-set = Set up
editor-faulty = Not a position of this game
editor-sound = This is a position of this game.
editor-play-white = Play White from here
editor-play-black = Play Black from here
editor-play-both = Two players on this screen
damiera-plays-at = Damiera plays at level
import = Import games
import-about = Games in PDN, one or many. Each is checked by the rules of its game; a game with an illegal move is imported up to that move.
import-paste = Paste PDN here, or drop a file
import-choose = Or choose a file
import-as = Read as
import-as-told = As the file says
import-check = Check and import
import-reading = Reading…
import-nothing = There is nothing to read yet: paste PDN or choose a file.
import-kept =
    { $made ->
        [one] { $made } game imported.
       *[other] { $made } games imported.
    }
import-game = Game { $made }
moves-count =
    { $made ->
        [one] { $made } move
       *[other] { $made } moves
    }
import-up-to = Imported up to the illegal move.
import-odd =
    { $made ->
        [one] { $made } warning
       *[other] { $made } warnings
    }
import-place = line { $made }, column { $column }
import-ply = ply { $made }
library-search = Search for games
library-game = Game
library-any = any
library-who = Player or event
library-result = Result
library-white = White won
library-black = Black won
library-draw = draw
library-open = not finished
library-fen = Position (FEN)
library-look = Search
library-none = No games found.
add-sign = Add a sign to the move
library-all =
    { $made ->
        [one] { $made } game
       *[other] { $made } games
    }
library-pages = Pages
library-before = Newer
library-after = Older
study-game = Study this game
clock-then = Time left on the clock
choose-all = Choose all
choose-game-label = Choose
remove-games = Delete
undo = Undo
games-removed =
    { $made ->
        [one] { $made } game deleted.
       *[other] { $made } games deleted.
    }
games-restored =
    { $made ->
        [one] { $made } game restored.
       *[other] { $made } games restored.
    }
import-duplicates =
    { $made ->
        [one] { $made } game was in your library already and was not imported again.
       *[other] { $made } games were in your library already and were not imported again.
    }
import-duplicate = Already in your library.
review = Where did I go wrong?
review-any = Find the mistakes
review-progress = Reviewing: { $made } of { $limit }…
review-none = No mistakes found.
review-theirs = The opponent's mistakes: { $made }
review-better = better: { $move }
review-mark = found by the review
collections = Collections
collection-all-games = All games
collection-new = New collection
collection-name = Name of the collection
collection-rename = Rename
collection-delete = Delete the collection
collection-deleted = The collection was deleted. Its games are still here.
collection-put = Put into a collection
collection-put-done = Put into “{ $text }”.
collection-take = Take out of the collection
collection-taken = Taken out of the collection.
collection-empty = This collection is empty. Choose games in the list of all games and put them into it.

# Reviews of whole files.
reviews = Game reviews
reviews-about = The engine goes through every game of a file and marks the mistakes, with better lines. It works in the background: you can leave this page and come back.
reviews-start = Review the games
reviews-none = No reviews yet. Paste games or choose a PDN file above. A single game is reviewed from its own page.
reviews-games =
    { $made ->
        [one] { $made } game
       *[other] { $made } games
    }
reviews-done = reviewed: { $made } of { $limit }
reviews-finished = Finished
reviews-cancelled = Cancelled
reviews-keep = Add to my games
