# Perché un turno è abbinato così. Gli articoli sono quelli di FIDE C.04.3.
reason-same-score = Hanno gli stessi punti: { $score }.
reason-moved-down = { $who } (punti: { $from }) non ha trovato avversari a pari punti e ne incontra uno con { $to }.
reason-not-met = È il primo incontro fra loro (C1).
reason-not-met-plain = È il primo incontro fra loro.
reason-colour-refused-mild = { $who } non riceve il colore dovuto, ma la preferenza era debole (C12).
reason-colour-refused-strong = { $who } non riceve il colore dovuto, con preferenza forte (C12, C13).
reason-colour-refused-absolute = { $who } non riceve il colore dovuto, con preferenza assoluta: accade solo tra i primi in classifica all'ultimo turno (C10, C11).
reason-down-again = { $who } scende di gruppo come nel turno precedente (C14, C18).
reason-down-again-two = { $who } scende di gruppo come due turni fa (C16, C20).
reason-up-again = { $who } incontra un punteggio più alto come nel turno precedente (C15, C19).
reason-up-again-two = { $who } incontra un punteggio più alto come due turni fa (C17, C21).
reason-first-in-order = Fra tutti gli abbinamenti che rispettano altrettanto bene i criteri, è il primo nell'ordine dell'articolo 4.
reason-bye = Il riposo tocca al punteggio più basso che si può lasciare fuori (qui: { $score }; C5), e a nessuno due volte (C2). Turni senza partita finora: { $unplayed } (C9).
reason-berger = Turno { $round } della tabella di Berger.
reason-rotation = Trovati leggendo la lista come un cerchio dall'ultimo giocatore abbinato, mai all'indietro.
reason-identifier = L'abbinamento del gruppo con l'identificativo più piccolo (C.04.5, 3.6).
reason-draw = Vicini nel tabellone.
reason-called = { $who } è chiamato: il primo con più punti ancora libero, proseguendo nel cerchio.
reason-bye-rotation = Riposa chi è ultimo nel cerchio fra chi ha meno punti (qui: { $score }) e non ha ancora riposato.
reason-bye-double = Il riposo tocca al punteggio più basso che si può lasciare fuori (qui: { $score }), poi a chi ha giocato più incontri, poi al numero più alto; a nessuno due volte (C.04.5, 3.4).

# Giocatori o squadre, secondo chi è abbinato
who-player = Il giocatore { $number }
who-team = La squadra { $number }
white-player = Il giocatore { $number } ha il Bianco
white-team = La squadra { $number } ha il Bianco alla prima damiera
members-players = giocatori
members-teams = squadre

# Colori
colour-fixed = { $white }: l'organizzatore ha fissato un colore.
colour-both-granted = { $white }: il colore dovuto è rispettato da ambo le parti ({ $article }).
colour-stronger = { $white }: si concede la preferenza più forte ({ $article }).
colour-wider = { $white }: si concede la differenza di colore più ampia ({ $article }).
colour-alternated = { $white }: i colori si alternano dall'ultimo turno in cui erano diversi ({ $article }).
colour-higher-ranked = { $white }: si concede la preferenza di chi è più avanti in classifica ({ $article }).
colour-initial = { $white }: secondo il colore sorteggiato prima del turno 1 e il numero di abbinamento ({ $article }).
first-game-initial = { $white } nella prima partita: nessuno dei due ha ancora giocato, decidono il colore sorteggiato prima del turno 1 e il numero di abbinamento.
first-game-fewer-whites = { $white } nella prima partita, avendo avuto meno volte il Bianco nelle prime partite.
first-game-alternated = { $white } nella prima partita: i colori si alternano dall'ultimo incontro in cui erano diversi, o dal più recente.

# Ciò che il gruppo non poteva evitare
criterion-floaters = { $criterion }: { $members } del gruppo senza avversario nel gruppo: { $times }.
criterion-colour-difference = { $criterion }: { $members } del gruppo con differenza di colore superiore a due: { $times }.
criterion-third-colour = { $criterion }: { $members } del gruppo con lo stesso colore per tre volte di seguito: { $times }.
criterion-colour = { $criterion }: { $members } del gruppo senza il colore dovuto: { $times }.
criterion-strong-colour = { $criterion }: { $members } del gruppo senza il colore dovuto con preferenza forte: { $times }.
criterion-down-again = { $criterion }: { $members } del gruppo che scendono un'altra volta: { $times }.
criterion-up-again = { $criterion }: { $members } del gruppo che incontrano un'altra volta un punteggio più alto: { $times }.
criterion-score-difference = { $criterion }: spostamenti ripetuti con differenza di punti nel gruppo: { $times }.

# Perché un turno non si può abbinare
no-pairing-impossible = Il turno { $round } non si può abbinare senza violare una regola assoluta: decide l'arbitro.
no-pairing-all-paired = Tutti i turni sono già stati abbinati: { $round } su { $round }.
no-pairing-too-few = Partecipano meno di due giocatori.
no-pairing-too-few-teams = Partecipano meno di due squadre con giocatori: iscrivi prima le squadre.
no-pairing-too-many-scores = Il turno { $round } ha in un gruppo più punteggi diversi di quanti se ne possano abbinare.
no-pairing-result-missing = Manca il risultato del giocatore { $number } nel turno { $round }.
no-pairing-undecided = L'incontro del giocatore { $number } nel turno { $round } non ha un vincitore.
no-pairing-stopped = L'abbinamento è stato interrotto.

# Rifiuti
refusal-officials-only = Può farlo solo un organizzatore o un arbitro.
refusal-out-of-date = Qualcun altro ha registrato qualcosa dopo la tua ultima lettura. Controlla, poi ripeti.
refusal-other-round = Era per il turno { $meant }, ma ora è il turno { $now }. Nulla è stato registrato: controlla di nuovo la damiera.
refusal-entered-twice = Un giocatore con questo nome è già iscritto, con il numero { $number }.
refusal-bad-name = Un nome ha da 1 a 33 caratteri, tutti visibili.
refusal-full = Non ci sono più numeri di abbinamento.
refusal-unknown-player = Il giocatore { $number } non esiste.
refusal-has-withdrawn = Il giocatore { $number } si è ritirato.
refusal-not-withdrawn = Il giocatore { $number } non si è ritirato.
refusal-round-paired = Il turno { $number } è già stato abbinato.
refusal-round-not-paired = Il turno { $number } non è ancora stato abbinato.
refusal-not-a-bye = Si può concedere solo un riposo da mezzo punto, da zero punti o da un punto intero.
refusal-no-round = Nessun turno è stato ancora abbinato.
refusal-wrong-stage = Ora non è possibile: il turno è { $stage }.
refusal-not-everybody-once = Chi gioca dev'essere abbinato esattamente una volta; controlla il numero { $number }.
refusal-too-many-byes = Può restare senza avversario uno solo.
refusal-not-in-system = Questo sistema decide da solo avversari e colori; non si può fissare nulla.
refusal-nobody-to-keep-apart = Indica almeno due giocatori da tenere separati, per un turno non ancora abbinato.
refusal-too-many-groups = Si possono tenere separati al massimo { $number } gruppi.
refusal-not-kept-apart = Questi giocatori non sono tenuti separati.
refusal-bad-group = Ciascun gruppo del primo turno deve avere almeno un giocatore presente.
refusal-bad-adjustment = Indica i punti con un numero come 0.5, o -1 per una penalità, diverso da zero e al massimo { $most }.
refusal-round-not-published = Il turno { $number } non è ancora pubblicato.
refusal-reason-missing = Indica un motivo.
refusal-reason-too-long = Un motivo ha al massimo { $number } caratteri, tutti scrivibili.
refusal-bad-federation = Una federazione o un circolo ha al massimo { $number } caratteri, tutti scrivibili.
refusal-no-such-round = Non c'è un turno { $number }: i turni sono { $rounds }.
refusal-unknown-board = In questo turno non c'è la damiera { $number }.
refusal-no-game = La damiera { $number } non ha una partita su questo server.
refusal-not-at-board = In questo turno non giochi alla damiera { $number }.
refusal-other-board = Non giochi alla damiera { $number }, ma alla { $own }.
refusal-already-entered = La damiera { $number } ha già un risultato: { $result }. L'arbitro può correggerlo.
refusal-nothing-to-correct = La damiera { $number } non ha ancora un risultato.
refusal-no-free-place = Il girone è iniziato: la tabella non ha posti liberi. Chi arriva tardi può solo prendere il posto del riposo, con iscritti dispari.
refusal-not-in-scoring = Il punteggio di questo torneo non prevede questo risultato.
refusal-same-result = La damiera { $number } ha già questo risultato.
refusal-results-missing = Mancano i risultati delle damiere: { $boards }.
refusal-has-results = Sono già stati inseriti risultati: il turno non si può annullare.
refusal-too-late = Il turno { $number } non si può più cambiare: il successivo è già stato abbinato.

# Fasi
stage-draft = in bozza
stage-checked = controllato, ma non pubblicato
stage-published = pubblicato, ma non iniziato
stage-playing = in corso
stage-closed = chiuso

# Titoli
heading-round = Turno { $round }
heading-bye = riposo

# Liste e numeri
refusal-empty-list = L'elenco è vuoto.
refusal-bad-rating = Il punteggio Elo non è un numero.
refusal-in-line = Riga { $line }: { $why }

# Il registro
log-entered = Iscrizione: { $player }, numero { $number }.
log-entrant-corrected = Dati corretti: { $player }, numero { $number }.
log-renumbered = Assegnati i numeri di abbinamento.
log-details-noted = Dati dei giocatori presi da un file TRF.
log-records-kept = Righe di un file TRF conservate così com'erano.
log-ranked = Ordine dei giocatori per gli abbinamenti preso da un file TRF.
log-adjusted = { $player }, turno { $round }: { $points } punti. { $reason }
log-not-rated = Damiera { $board }: la partita non conta per le classifiche Elo.
log-withdrawn = { $player } si ritira a partire dal turno { $round }.
log-readmitted = { $player } torna a giocare a partire dal turno { $round }.
log-bye-full = Riposo da un punto intero per { $player } nel turno { $round }.
log-bye-half = Riposo da mezzo punto per { $player } nel turno { $round }.
log-bye-zero = Assenza di { $player } nel turno { $round }.
log-kept-apart = Tenuti separati dal turno { $from } al turno { $to }: { $players }.
log-allowed-to-meet = Possono di nuovo incontrarsi: { $players }.
log-colour-white = { $player } ha sempre il Bianco.
log-colour-black = { $player } ha sempre il Nero.
log-colour-free = Il colore di { $player } è di nuovo libero.
log-accelerated = I giocatori da { $first } a { $last } hanno { $points } punti virtuali dal turno { $from } al turno { $to }, solo per gli abbinamenti.
log-steered = Sorteggiato il turno 1: i numeri da 1 a { $number } contro gli altri, in bozza.
log-drafted = Abbinato il turno { $round }, in bozza.
log-edited = Abbinamento cambiato a mano: { $reason }
log-checked = Abbinamento controllato.
log-published = Turno pubblicato.
log-started = Turno iniziato.
log-claimed = Damiera { $board }: { $result }, in attesa della conferma dell'avversario.
log-disputed = Damiera { $board }: i due giocatori hanno inserito risultati diversi. Decide l'arbitro.
log-result = Damiera { $board }: { $result }.
log-corrected = Turno { $round }, damiera { $board }: risultato corretto da { $from } a { $to }. { $reason }
log-closed = Turno chiuso.
log-game-opened = Damiera { $board }: partita aperta.
log-ruled = Damiera { $board }, arbitro: { $ruling }
ruling-stop-clocks = Orologi fermati.
ruling-restart-clocks = Orologi riavviati.
ruling-set-clocks = Orologi regolati: Bianco { $white }, Nero { $black }.
ruling-start-count = Inizia il conteggio delle mosse di dama.
ruling-cancel-count = Conteggio delle mosse di dama annullato.
ruling-declare-draw = Partita dichiarata pari.
ruling-loss-white = Il Bianco perde la partita: rifiuta di rispettare le regole.
ruling-loss-black = Il Nero perde la partita: rifiuta di rispettare le regole.
log-taken-back = Turno annullato: { $reason }
log-reopened = Turno riaperto: { $reason }

# Che cosa viola un abbinamento fatto a mano
broken-rematch = { $players }: incontro già giocato, o non ammesso ({ $criterion }).
broken-second-bye = { $players }: riposa per la seconda volta ({ $criterion }).
broken-colours = { $players }: i colori sarebbero fuori dai limiti ({ $criterion }).
broken-bye-score = Riposa chi ha più punti del necessario ({ $criterion }).
broken-scores = Si incontrano punteggi più distanti del necessario ({ $criterion }).
broken-colour-preferences = Il colore dovuto è rispettato meno volte del possibile ({ $criterion }).

# File di rapporto (TRF)
trf-line = riga { $line }: { $problem }
trf-unknown-record = la voce “{ $text }” non è nota; resta com'è
trf-bad-field = “{ $text }” non è valido come { $field }
trf-missing-field = manca: { $field }
trf-repeated-number = il numero di abbinamento { $number } compare due volte
trf-unknown-player = non c'è un giocatore { $number }
trf-own-opponent = il giocatore { $number } è abbinato a sé stesso
trf-contradiction = il turno { $round } del giocatore { $number } contraddice quello del giocatore { $opponent }
trf-points-differ = il giocatore { $number } ha { $listed } punti, ma i risultati ne valgono { $computed }
trf-unknown-system = il sistema di abbinamento “{ $text }” non è noto
trf-uneven-results = turno { $round }: i giocatori { $number } e { $opponent } hanno insieme meno di quanto vale una partita; letto come penalità
trf-repeated-name = il giocatore { $number } ha lo stesso nome del giocatore { $opponent }
trf-record-changed = la voce { $text } contraddice una precedente; vale l'ultima
trf-players-differ = il file dichiara { $listed } giocatori (voce 062) e ne contiene { $found }
trf-unknown-word = “{ $text }” non è noto nella voce { $record }; non ha effetto
trf-without-effect = la voce { $record } resta com'è; qui non ha effetto su abbinamenti e punti
trf-not-carried = la riga { $record } non passa nel torneo
trf-one-sided-forfeit = turno { $round }: l'assenza fra i giocatori { $number } e { $opponent } sta su una riga sola
trf-not-utf8 = il file non è in UTF-8; è stato letto come Latin-1
trf-too-long = il file è più lungo di qualsiasi torneo
trf-no-players = il file non contiene giocatori (voce 001)
trf-field-pairing-number = numero di abbinamento
trf-field-rating = punteggio Elo
trf-field-points = numero di punti
trf-field-rank = posto in classifica
trf-field-round-result = risultato di un turno
trf-field-opponent = avversario
trf-field-rounds = numero di turni
trf-field-result-letter = lettera di un risultato
trf-field-round = numero di turno
trf-field-initial-colour = colore iniziale (W o B)
trf-field-bye-kind = tipo di riposo (H, F o Z)
trf-field-board-colours = colori delle damiere di una squadra (W e B)

# Le condizioni di un torneo
terms-version = La versione { $text } delle condizioni non è nota.
terms-name = Un nome è vuoto, troppo lungo o contiene caratteri che non si vedono.
terms-rounds = Un torneo ha da 1 a 99 turni.
terms-scoring = La vittoria deve valere più della parità, e la parità non meno della sconfitta.
terms-variant = Non c'è un gioco “{ $text }”; scegline uno tra { $known }.
terms-system = Non c'è un sistema di abbinamento “{ $text }”; scegline uno tra { $known }.
terms-tie-break = Non c'è uno spareggio “{ $text }”.
terms-tie-break-twice = Lo spareggio “{ $text }” è indicato due volte.
terms-too-many-tie-breaks = Si possono scegliere al massimo { $text } spareggi.
terms-acceleration = Solo il sistema svizzero (dutch) può essere accelerato.
terms-colour = Non c'è un colore “{ $text }”: scegli white o black.
terms-points = “{ $text }” non è un numero di punti.
terms-scope = Le aperture si sorteggiano per turno (“round”) o per incontro (“pairing”), non per “{ $text }”.
terms-games = Un incontro ha una partita, oppure due a colori invertiti.
terms-double-needs-two-games = Il doppio svizzero abbina incontri di due partite a colori invertiti: scegli due partite, oppure il sistema svizzero (dutch).
terms-cycles = Un girone all'italiana ha da 1 a 4 giri, e il numero di turni segue dagli iscritti.
terms-edges = Una partita pari con vantaggio vale più per una parte che per l'altra, fra vittoria e sconfitta; i gradi sono al massimo due, e nessuno nei micro-incontri.
terms-last-rounds = Solo il girone all'italiana scambia gli ultimi due turni dell'andata.
terms-barred-opening = Le aperture escluse si numerano da 1 all'ultima apertura della tabella.
terms-online-time = Indica da 1 a 180 minuti, fino a 60 secondi a mossa e da 1 a 3600 secondi per la prima mossa.

# Arene
refusal-no-rounds = Un'arena non ha turni: chi è libero viene abbinato finché dura.
refusal-not-an-arena = È possibile solo in un'arena già iniziata.
terms-arena = Un'arena si gioca online, dura da 10 a 240 minuti e ha un solo turno, di partite singole.
log-arena-opened = L'arena è iniziata.
log-arena-paired = Abbinati: { $players }.
log-paused = { $player } è in pausa.
log-resumed = { $player } riprende a giocare.

# Date concordate dai giocatori
refusal-players-only = Solo i due giocatori possono concordare quando giocare.
refusal-no-appointments = In questo torneo i giocatori non concordano le date delle partite.
refusal-has-begun = La partita della damiera { $number } è già iniziata.
refusal-window-closed = Il periodo per giocare questa partita è finito il { $date }: decide l'organizzatore.
refusal-outside-window = Scegli una data futura, non oltre il { $date }.
refusal-date-is-fixed = Manca meno di un'ora alla data concordata, che non si può più cambiare. Potete ancora decidere insieme di giocare subito.
refusal-not-proposed = Il tuo avversario non propone questa data, o l'ha cambiata.
refusal-not-later = Scegli una data futura e successiva al { $date }.
refusal-too-many-at-once = Tutti i turni insieme si possono giocare al massimo in { $number } giocatori.
terms-window = Un turno con date concordate dura da 1 a 120 giorni, in un torneo a turni con partite giocate in una seduta.
terms-at-once = Tutti i turni insieme si giocano solo in un girone all'italiana, per corrispondenza o a date concordate: 1 o 2 gironi, come un unico turno.
terms-correspondence = Per corrispondenza si scelgono da 1 a 180 giorni e fino a 60 giorni di vacanza, senza minuti, secondi né tempo per la prima mossa.
log-all-drafted = Abbinati tutti i { $rounds } turni, da giocare insieme, in bozza.
log-date-proposed = Damiera { $board }: { $player } propone { $date }.
log-date-agreed = Damiera { $board }: la partita si gioca il { $date }.
log-ready-to-play = Damiera { $board }: { $player } può giocare subito.
log-left-unplayed = Damiera { $board }: non giocata in tempo. Decide l'organizzatore.
log-window-extended = Damiera { $board }: prorogata fino al { $date }. { $reason }
log-unplayed-decided = Damiera { $board }, non giocata: { $result }. { $reason }

# Squadre
refusal-bad-team = Una squadra ha un nome da 1 a 32 caratteri, e dei giocatori, ciascuno una volta sola.
refusal-in-other-team = Il giocatore { $number } è nella squadra “{ $team }”.
refusal-unknown-team = Non c'è una squadra “{ $team }”.
terms-team-boards = Un incontro a squadre ha da 2 a 20 damiere, in uno svizzero o in un girone all'italiana di partite singole.
log-team-entered = Squadra “{ $team }”: { $players }.
log-team-removed = Squadra “{ $team }” eliminata.
