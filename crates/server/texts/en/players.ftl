# Settings, live games, challenges, profiles and messages. { $name } is filled in by the page.
settings-account = Saved with your account, so they are the same on all your devices.
settings-browser = Saved in this browser. With an account they are the same on all your devices.
settings-kept = Saved in this browser.
settings-kept-account = Saved with your account.
settings-play = Playing
settings-ear = Playing by ear
all-settings = All settings
scheme = Light or dark
scheme-system = Same as the device
scheme-light = Light
scheme-dark = Dark
pieces = Pieces
pieces-turned = Turned wood
pieces-flat = Flat
pieces-outlined = Outlined
notation = Moves are written
notation-numbers = 22-18
notation-algebraic = d6-e5
setting-sound = Sounds
setting-sound-about = Moves, captures and the end of a game are heard.
setting-confirm = Confirm moves
setting-confirm-about = A move is sent only after you press Play.
setting-hints = Hints and warnings
setting-hints-about = Against Damiera at levels 1 to 4: ask for a hint, and be warned of a move that loses a piece.
setting-chat = Messages in games
setting-chat-about = Your opponent can write to you during a game.
setting-notify = Notifications in this browser
setting-notify-about = When an opponent is found and when it is your turn, while you look at another page.
setting-push = Push messages in this browser
setting-push-about = In games by correspondence, also while no page is open: when it is your turn, and before your time runs out.
setting-speak = Speak aloud
setting-speak-about = Moves, rulings and what the letter keys say are spoken by a voice of this browser.
setting-keys = Letter keys
setting-keys-about = During a game B reads the board, T the clocks; H lists all keys. In an exhibition N and P go to the next and the previous board.
push-denied = The browser does not allow notifications. Allow them for this site in its settings.
watch = Watch
watch-title = Live games
watch-none = No games are being played right now. Be the first:
watch-moves = move { $made }
live-total =
    { $made ->
        [one] { $made } game is being played
       *[other] { $made } games are being played
    }
challenge = Challenge
challenge-to = Player to challenge
challenge-hint = The player sees your challenge at once, on whatever page they are.
challenge-sign-in = To challenge a player by name, sign in first.
challenge-from = { $text } challenges you
challenge-declined = Your challenge was declined.
challenge-accepted = Your challenge was accepted.
challenge-blocked = This player does not accept games with you.
challenge-not-yours = This challenge is for somebody else.
challenge-too-many = This player already has challenges to answer. Try again later.
no-such-player = There is no player of this name.
accept = Accept
decline = Decline
to-the-game = Go to the game
notices = Challenges
block = Block
unblock = Unblock
blocked-is = Blocked: this player can neither challenge you nor write to you.
block-about = A blocked player can neither challenge you nor write to you.
too-many-blocked = You have blocked as many players as you can. Unblock one first.
player-since = Here since
player-results = Results
player-games = Games
player-won = won
player-drew = drawn
player-lost = lost
player-wins = Won
player-draws = Drawn
player-losses = Lost
player-no-games = No games against others yet.
player-of = Profile of { $text }
library-aborted = aborted
abort = Abort
chat = Messages
chat-write = Write to your opponent
chat-send = Send
chat-off = Switch messages off
chat-on = Switch messages on
chat-is-off = Messages are off.
chat-empty = Messages are seen by you and your opponent only, and are not kept after the game.
chat-blindfold = In a blindfold game messages wait until the end.
chat-opponent-off = Your opponent has switched messages off.
chat-too-fast = Too fast. Wait a moment.
chat-muted = You cannot write messages at the moment.
chat-blocked = This player does not take messages from you.
chat-new = Message from your opponent: { $text }
profile = Profile
close = Close
game-aborted = Game aborted
previous-game = Previous game
next-game = Next game
paste-title = Another game or position
paste-label = PDN or FEN
paste-hint = A position is opened here. A game is also saved among your games.
paste-open = Open
paste-nothing = Paste a game as PDN or a position as FEN.
review-cancel = Cancel the review
try-board = A board to try moves on
try-board-about = Both sides move here; nobody sees it.
count-runs = The count was requested and runs now. Both players see it.
hint = Hint
hint-searching = Looking for a good move…
hint-move = A good move: { $move }.
warning-costly = { $move } loses a piece. Play it anyway?
kings-white =
    { $made ->
        [one] { $made } white king
       *[other] { $made } white kings
    }
kings-black =
    { $made ->
        [one] { $made } black king
       *[other] { $made } black kings
    }

rated = Rated
rated-about = Counts for both ratings. Needs equal terms; moves cannot be taken back.
rated-agreed = Rated
rated-account = A rated game needs an account: sign in, or ask for a game without rating.
rating = Rating
rating-pace = Pace
rating-provisional = Provisional: too few recent games
rating-about = Glicko-2 from rated games here; everybody starts at 1500. It is not a federation's rating. A question mark: still provisional.
player-ratings = Ratings
pace-blitz = Blitz
pace-rapid = Rapid
pace-classical = Classical
pace-correspondence = Correspondence
rating-range = Opponent's rating
rating-any = Any
rating-within = Within { $made } of mine
rating-from-to = From … to …
rating-from = Lowest rating
rating-to = Highest rating
rating-range-agreed = Opponents rated { $text }
rating-refused = This offer is for players rated { $text }. Look for another, or make one of your own.
leaderboard = Leaderboard
leaderboard-about = Players with a reliable rating: enough rated games, and not too long ago.
leaderboard-none = Nobody here has a reliable rating yet. Play rated games to be the first.
leaderboard-rank = Place
leaderboard-player = Player
