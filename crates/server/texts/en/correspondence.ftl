correspondence = Correspondence
corr-waiting = Your move
corr-waiting-none = No game waits for you.
corr-others = Waiting for the opponent
corr-none = You have no games by correspondence. In such a game each player has days for a move: under “Play online”, choose a clock with days.
corr-your-turn = Games by correspondence where it is your move: { $made }
corr-all = All games by correspondence
corr-last = last move { $move }
corr-you-away = you are on vacation
corr-opponent-away = the opponent is on vacation
time-days = { $made } d { $limit } h
time-whole-days =
    { $made ->
        [one] { $made } day
       *[other] { $made } days
    }
time-hours = { $made } h { $limit } min
corr-other-days = Other days…
corr-days-kind = Days are
corr-kind-each = for each move
corr-kind-total = for the whole game
corr-days = Days
corr-days-total =
    { $made ->
        [one] { $made } day in all
       *[other] { $made } days in all
    }
corr-vacation-days = Days of vacation
corr-vacation-about = On vacation a player's clock stands still. Each player decides when to take these days.
corr-vacation-agreed =
    { $made ->
        [one] Each player may take { $made } day of vacation: their clock stands still meanwhile.
       *[other] Each player may take { $made } days of vacation: their clock stands still meanwhile.
    }
corr-on-vacation = on vacation
corr-vacation-left = Vacation left: { $text }
corr-start-vacation = Take vacation
corr-end-vacation = I am back
conditional = Conditional moves
conditional-about = If they play this, I answer that: play their move on the board, then your reply. A reply is played at once and takes no time. Only you can see these moves.
conditional-their-move = Play a move for the opponent
conditional-your-reply = Now play your reply to { $move }
conditional-none = Nothing is prepared yet.
conditional-not-now = It is your turn. Conditional moves are prepared while the opponent is to move.
conditional-kept = Saved
conditional-if = if { $move }, then { $text }
conditional-from-here = Continue from here
conditional-remove = Remove
conditional-remove-all = Remove all
conditional-start-over = Back to the game's position
conditional-prepare = Prepare replies
conditional-back = Back to the game
card-title = The game as text
card-copy = Copy
card-print = Print
card-copied = Copied.
card-open = As text, for a letter
turn-mail = Mail when it is my turn
turn-mail-about = In games by correspondence: one mail when the opponent has moved, and one before your time runs out.
turn-mail-on = You get mail when it is your turn.
turn-mail-stopped = No more mail about your turns.
turn-mail-stop-title = Mail about your turns
turn-mail-stop-now = Send no more
