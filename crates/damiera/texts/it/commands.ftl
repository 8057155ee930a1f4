# Testi dei sottocomandi. Decisioni ed errori di posizioni e trascrizioni sono nel crate game, gli abbinamenti nel crate events.

# Semimosse e punteggi
plies = { $count ->
    [one] 1 semimossa
   *[other] { $count } semimosse
}
score-wins-in = vince in { $moves }
score-loses-in = perde in { $moves }
score-wins = vince
score-loses = perde
score-draw = pari
value-win = vinta
value-draw = pari
value-loss = persa

# analyse
analyse-nodes = nodi
analyse-chances = vittoria { $win }%, pari { $draw }%, sconfitta { $loss }%
analyse-bad-move = la mossa { $move } non è possibile: { $why }
analyse-better = meglio
analyse-shot = { $men ->
    [one] tiro mancato: guadagna una pedina
   *[other] tiro mancato: guadagna { $men } pedine
}

# endgame
tables-building = si creano le tavole dei finali fino a { $pieces } pezzi in { $folder } (una volta sola)
tables-failed = si continua senza le piccole tavole dei finali: { $why }
endgame-wins-in = { $side ->
    [white] il Bianco vince in { $plies }
   *[black] il Nero vince in { $plies }
}
endgame-side-wins = { $side ->
    [white] il Bianco vince
   *[black] il Nero vince
}
endgame-has-lost = { $side ->
    [white] il Bianco ha perso
   *[black] il Nero ha perso
}
endgame-draw = pari
endgame-next = la prossima presa o mossa di pedina arriva entro { $plies }
endgame-no-count = qui il regolamento non conta le mosse
endgame-count-draw = pari con o senza il conteggio ({ $article }: { $limit } mosse per parte, { $left ->
    [one] ne resta 1
   *[other] ne restano { $left }
})
endgame-count-too-late = pari per il conteggio: per vincere { $needs ->
    [one] serve 1 mossa
   *[other] servono { $needs } mosse
} e { $left ->
    [one] ne resta 1
   *[other] ne restano { $left }
} ({ $article }: { $limit } mosse per parte)
endgame-count-in-time = vinta entro il conteggio: { $needs ->
    [one] serve 1 mossa
   *[other] servono { $needs } mosse
} e { $left ->
    [one] ne resta 1
   *[other] ne restano { $left }
} ({ $article }: { $limit } mosse per parte)
endgame-not-there = le tavole non contengono questa posizione
endgame-no-distances = le tavole non hanno le distanze di questa posizione, quindi non dicono se una vittoria arriva in tempo; vanno create senza --wdl
endgame-server-refused = il server risponde: { $text }
endgame-server-unreadable = la risposta non è quella di un server Damiera
endgame-no-home = non c'è una cartella personale in cui cercare i dati; indicane una con --dir
endgame-no-tables = { $path } non contiene tavole di { $name }
endgame-no-tables-of = { $path } non contiene tavole di { $name } con { $pieces } pezzi ({ $there }); si creano con `damiera endgame build { $game } --pieces { $pieces }`
endgame-none-yet = non ce n'è ancora nessuna
endgame-up-to = ci sono tavole fino a { $pieces } pezzi
endgame-built = tavole di { $name } fino a { $pieces } pezzi in { $path }: { $classes } classi, { $positions } posizioni, { $megabytes } MB, { $seconds } s
endgame-progress = { $class } fatta, { $percent } % dopo { $passed }, restano circa { $left }
endgame-verified = posizioni corrette
endgame-all-correct = tutto corretto: { $positions } posizioni
endgame-wrong = le tavole sono sbagliate in { $fen }: contengono { $stored }, ma dalle mosse risulta { $follows }
endgame-nothing = nulla
endgame-material = pezzi
endgame-positions = posizioni
endgame-wins = vinte
endgame-draws = pari
endgame-losses = perse
endgame-longest = vittoria più lunga
endgame-cutoffs = tutte { $pieces }: { $positions } posizioni
endgame-all = tutte { $pieces }

# pdn find, pdn stats
find-summary = { $found ->
    [one] 1 partita su { $seen } raggiunge la posizione
   *[other] { $found } partite su { $seen } raggiungono la posizione
}
find-game = partita { $game }, dopo { $plies }
stats-games = partite
stats-game-english = inglese
stats-game-italian = italiana
stats-game-brazilian = brasiliana
stats-game-international = internazionale
stats-unspecified = non indicato
stats-from-position = da una posizione
stats-results = risultati
stats-first-wins = vince il primo
stats-draw = pari
stats-second-wins = vince l'altro
stats-both-lose = perdono entrambi
stats-unknown = sconosciuto
stats-plies = semimosse
stats-lengths = minimo { $shortest }; media { $mean }; massimo { $longest }
stats-first-moves = prime mosse

# event
event-check-summary = { $rounds ->
    [one] 1 turno
   *[other] { $rounds } turni
}, { $differences ->
    [one] 1 differenza
   *[other] { $differences } differenze
}
event-check-round = turno { $round }: le regole abbinano { $expected }; nel file c'è { $found }
event-check-no-pairing = turno { $round }: { $why }
event-check-points = il giocatore { $number } ha { $listed } punti nel file, ma i suoi risultati ne valgono { $computed }
event-check-order = il giocatore { $above } precede il giocatore { $below }, che ha più punti
event-check-tie-breaks = il giocatore { $above } precede il giocatore { $below }, che ha gli stessi punti e migliori spareggi
event-check-free = riposa { $number }
event-check-nothing = nulla
event-rank = pos.
event-number = n.
event-name = nome
event-points = punti
event-team = squadra
event-match-points = punti squadra
event-board-points = punti indiv.
event-part = t{ $round }
event-part-opponent = t{ $round } con { $opponent }
event-draw-heading = Turno { $round }, seme “{ $seed }”
event-draw-not-paired = il turno { $round } non è stato abbinato
event-draw-not-in-deck = la tabella non ha l'apertura “{ $moves }” da escludere
event-report-estimate = Stima, con dati forniti dall'organizzatore: { $what }
event-supplied-coefficient-s = coefficiente S
event-supplied-spread = dispersione
event-supplied-factor-k = fattore K
event-before = prima
event-games = part.
event-score = punti
event-expected = attesi
event-after = dopo
event-table-lacks = la tabella non indica “{ $field }”
event-table-no-band = la tabella non ha fasce

# File
file-not-written = non si può scrivere { $file }: { $why }
diagram-white-man = b
diagram-black-man = n
diagram-turn = { $side ->
    [white] Muove il Bianco
   *[black] Muove il Nero
}
diagram-in-terminal = un PNG non si può mostrare in un terminale; indica un file con --output

# Argomenti
usage-help = (vedi --help)
usage-missing = mancano argomenti obbligatori: { $argument }
usage-no-value = manca il valore di { $argument }; scegli fra: { $more }
usage-value = “{ $value }” non è ammesso per { $argument }; scegli fra: { $more }
usage-bad-value = “{ $value }” non è valido per { $argument }
usage-unknown = l'argomento “{ $argument }” non è previsto
usage-command = il comando “{ $more }” non esiste
usage-conflict = { $argument } non si può usare insieme a { $more }
usage-other = gli argomenti non si possono leggere
