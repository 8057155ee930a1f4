# Simultaneous exhibitions: pages and errors.
simul = Simultaneous exhibition
simul-menu = Simultaneous
simul-invite-home = Simultaneous exhibition: one against many
simul-about = One player meets up to sixty at the same time (FID-IT 15.1.2). You set the terms, send the link, and go from board to board.
simul-now = Now
simul-past = Result sheets
simul-new = New exhibition
simul-title = Title
simul-send-link = Send this link to those who want to play:
simul-boards-legend = Boards
simul-boards =
    { $made ->
        [one] { $made } board
       *[other] { $made } boards
    }
simul-how-many = How many
simul-host-colour = Your colour
simul-colour-alternating = Alternating
simul-add-group = Add boards of another game or colour
simul-remove-group = Remove these boards
simul-host-clock = Your clock
simul-per-board = A clock on every board
simul-per-board-about = It runs on each board while that board waits for you.
simul-minutes-board = Minutes on each board
simul-extra = Extra seconds for every board in play
simul-increment = Seconds added per round
simul-player-clock = Clock of the players
simul-player-own = Time for the game
simul-untimed-note = Without a clock, a game whose player has gone ends only when you end the exhibition.
simul-start = Start
simul-together = All together
simul-together-about = You start when enough players are there; nobody joins later.
simul-fill = As boards fill
simul-fill-about = After your start a board begins as soon as somebody takes it.
simul-blindfold-choice = You play without sight of the boards (15.1.5)
simul-create = Announce the exhibition
simul-stage-open = open for players
simul-stage-filling = in play, boards free
simul-stage-playing = in play
simul-stage-over = over
simul-stage-cancelled = called off
simul-host = Host
simul-host-alternates = the host alternates colours
simul-host-white = the host has White
simul-host-black = the host has Black
simul-host-untimed = The host plays without a clock.
simul-host-time =
    { $made ->
        [one] The host has { $made } minute on every board.
       *[other] The host has { $made } minutes on every board.
    }
simul-host-extra-together =
    { $made ->
        [one] { $made } second is added for every board that starts.
       *[other] { $made } seconds are added for every board that starts.
    }
simul-host-extra-all =
    { $made ->
        [one] { $made } second is added for every board of the exhibition.
       *[other] { $made } seconds are added for every board of the exhibition.
    }
simul-host-increment =
    { $made ->
        [one] Each round adds { $made } second: one bonus per move on the board.
       *[other] Each round adds { $made } seconds: one bonus per move on the board.
    }
simul-player-untimed = The players have no clock.
simul-player-per-move =
    { $made ->
        [one] Each player has { $made } second for each move.
       *[other] Each player has { $made } seconds for each move.
    }
simul-player-move-minutes =
    { $made ->
        [one] Each player has a minute for each move.
       *[other] Each player has { $made } minutes for each move.
    }
simul-player-minutes =
    { $made ->
        [one] Each player has { $made } minute.
       *[other] Each player has { $made } minutes.
    }
simul-player-increment = Each player has { $made } min, and { $limit } s more for each move.
simul-start-together = All games start together.
simul-start-fill = Once the host has started, each board starts when it is taken.
simul-blindfold = The host plays without sight of the boards; only a board's player sees it until its game ends.
simul-no-takebacks = Moves are not taken back. A player who leaves a game loses it on time, if it has a clock.
simul-terms = Terms
simul-do-start = Start
simul-do-start-with =
    { $made ->
        [one] Start with { $made } board
       *[other] Start with { $made } boards
    }
simul-do-close = Close entries
simul-do-cancel = Call it off
simul-do-end = End the exhibition
simul-end-about = The result sheet is made of the games that are over. The others stay as they are.
simul-was-cancelled = The host has called this exhibition off.
simul-to-boards = To the boards
simul-own-game = To my board
simul-pdn = All games (PDN)
simul-print = Print
simul-join-title = Take a board
simul-choose-board = Board
simul-first-free = the first that is free
simul-join = Join on these terms
simul-your-board = You have board { $made }
simul-wait-start = The game opens by itself when the host starts.
simul-leave = Leave
simul-invite = Invite players
simul-roster = Boards
simul-free = free
simul-remove-player = Remove { $text }
simul-score = Score
simul-result = Result
simul-sheet = Result sheet
simul-player = Player
simul-host-result = Host – player
simul-how = End
simul-all-boards = All boards
simul-auto = Go to the next board after my move
simul-keys = N: next board that waits. P: the one before. On a phone swipe left or right, or tap a small board.
simul-board-of = { $text } · board { $made }
simul-unknown = There is no such exhibition.
simul-no-board = There is no such board, or nobody has taken it.
simul-bad-title = The title must have 1 to { $limit } characters, all of which are seen.
simul-bad-boards = An exhibition has 1 to { $limit } boards.
simul-bad-time = A time is out of range. Host: 1 to 180 minutes, up to 600 extra seconds a board, up to 300 seconds a round. Players: 1 to 180 minutes and up to 60 seconds a move, or 10 to 3600 seconds for each move.
simul-not-host = Only the host may do this.
simul-host-joins = The host plays on all boards and cannot take one.
simul-not-yours = This board belongs to somebody else.
simul-has-board = You have board { $made } already.
simul-board-taken = Somebody else has taken this board.
simul-full = Every board is taken.
simul-closed = Nobody can join any more.
simul-begun = The game has begun: resign it instead.
simul-nobody = Nobody has joined yet.
simul-other-stage = It is too late or too early for this.
