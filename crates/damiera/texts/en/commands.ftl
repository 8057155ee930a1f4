# Texts of the subcommands. Rulings and faults of positions and records are in the game crate, pairings in the events crate.

# Plies and scores
plies = { $count ->
    [one] 1 ply
   *[other] { $count } plies
}
score-wins-in = wins in { $moves }
score-loses-in = loses in { $moves }
score-wins = wins
score-loses = loses
score-draw = draw
value-win = win
value-draw = draw
value-loss = loss

# analyse
analyse-nodes = nodes
analyse-chances = win { $win }%, draw { $draw }%, loss { $loss }%
analyse-bad-move = the move { $move } is not possible: { $why }
analyse-better = better
analyse-shot = { $men ->
    [one] a missed shot: it wins a man
   *[other] a missed shot: it wins { $men } men
}

# endgame
tables-building = building endgame tables of up to { $pieces } pieces in { $folder } (only once)
tables-failed = continuing without the small endgame tables: { $why }
endgame-wins-in = { $side ->
    [white] White wins in { $plies }
   *[black] Black wins in { $plies }
}
endgame-side-wins = { $side ->
    [white] White wins
   *[black] Black wins
}
endgame-has-lost = { $side ->
    [white] White has lost
   *[black] Black has lost
}
endgame-draw = draw
endgame-next = the next capture or man's move comes within { $plies }
endgame-no-count = the rulebook does not count moves here
endgame-count-draw = a draw with or without the count ({ $article }: { $limit } moves by each side, { $left } left)
endgame-count-too-late = a draw by the count: the win needs { $needs ->
    [one] 1 move
   *[other] { $needs } moves
}, { $left ->
    [one] 1 is left
   *[other] { $left } are left
} ({ $article }: { $limit } moves by each side)
endgame-count-in-time = a win within the count: it needs { $needs ->
    [one] 1 move
   *[other] { $needs } moves
}, { $left ->
    [one] 1 is left
   *[other] { $left } are left
} ({ $article }: { $limit } moves by each side)
endgame-not-there = the tables do not have this position
endgame-no-distances = the tables have no distances of this position, so they cannot say whether a win is in time; build them without --wdl
endgame-server-refused = the server answers: { $text }
endgame-server-unreadable = the answer is not that of a Damiera server
endgame-no-home = there is no home directory to find the data directory in; name one with --dir
endgame-no-tables = { $path } has no { $game } tables
endgame-no-tables-of = { $path } has no { $game } tables of { $pieces } pieces ({ $there }); build them with `damiera endgame build { $game } --pieces { $pieces }`
endgame-none-yet = there are none yet
endgame-up-to = there are tables of up to { $pieces } pieces
endgame-built = { $game } tables to { $pieces } pieces in { $path }: { $classes } classes, { $positions } positions, { $megabytes } MB, { $seconds } s
endgame-progress = { $class } done, { $percent } % after { $passed }, about { $left } left
endgame-verified = positions correct
endgame-all-correct = all correct: { $positions } positions
endgame-wrong = the tables are wrong at { $fen }: they have { $stored }, but { $follows } follows from the moves
endgame-nothing = nothing
endgame-material = material
endgame-positions = positions
endgame-wins = wins
endgame-draws = draws
endgame-losses = losses
endgame-longest = longest win
endgame-cutoffs = all { $pieces }: { $positions } positions
endgame-all = all { $pieces }

# pdn find, pdn stats
find-summary = { $found } of { $seen } games reach the position
find-game = game { $game }, after { $plies }
stats-games = games
stats-game-english = english
stats-game-italian = italian
stats-game-brazilian = brazilian
stats-game-international = international
stats-unspecified = unspecified
stats-from-position = from a position
stats-results = results
stats-first-wins = first wins
stats-draw = draw
stats-second-wins = second wins
stats-both-lose = both lose
stats-unknown = not known
stats-plies = plies
stats-lengths = shortest { $shortest }, mean { $mean }, longest { $longest }
stats-first-moves = first moves

# event
event-check-summary = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}, { $differences ->
    [one] 1 difference
   *[other] { $differences } differences
}
event-check-round = round { $round }: the rules pair { $expected }; the file has { $found }
event-check-no-pairing = round { $round }: { $why }
event-check-points = player { $number } has { $listed } points in the file, but the results are worth { $computed }
event-check-order = player { $above } ranks above player { $below }, who has more points
event-check-tie-breaks = player { $above } ranks above player { $below }, who has the same points and better tie-breaks
event-check-free = { $number } free
event-check-nothing = nothing
event-rank = rank
event-number = no
event-name = name
event-points = points
event-team = team
event-match-points = match points
event-board-points = board points
event-part = r{ $round }
event-part-opponent = r{ $round } vs { $opponent }
event-draw-heading = Round { $round }, seed "{ $seed }"
event-draw-not-paired = round { $round } has not been paired
event-draw-not-in-deck = the deck has no opening "{ $moves }" to bar
event-report-estimate = Estimate, with figures supplied by the organiser: { $what }
event-supplied-coefficient-s = coefficient S
event-supplied-spread = spread
event-supplied-factor-k = factor K
event-before = before
event-games = games
event-score = score
event-expected = expected
event-after = after
event-table-lacks = the table does not give "{ $field }"
event-table-no-band = the table has no band

# Files
file-not-written = { $file } cannot be written: { $why }
diagram-white-man = w
diagram-black-man = b
diagram-turn = { $side ->
    [white] White
   *[black] Black
} to move
diagram-in-terminal = a PNG cannot be shown in a terminal; name a file with --output

# Arguments
usage-help = (see --help)
usage-missing = the following required arguments were not provided: { $argument }
usage-no-value = a value is required for '{ $argument }' [possible values: { $more }]
usage-value = invalid value '{ $value }' for '{ $argument }' [possible values: { $more }]
usage-bad-value = invalid value '{ $value }' for '{ $argument }'
usage-unknown = unexpected argument '{ $argument }' found
usage-command = unrecognized subcommand '{ $more }'
usage-conflict = the argument '{ $argument }' cannot be used with '{ $more }'
usage-other = the arguments cannot be read
