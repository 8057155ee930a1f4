# Preferenze, partite in corso, sfide, profili e messaggi. { $name } is filled in by the page.
settings-account = Sono salvate nel tuo account: le ritrovi su tutti i tuoi dispositivi.
settings-browser = Sono salvate in questo browser. Con un account le ritrovi su tutti i tuoi dispositivi.
settings-kept = Salvato in questo browser.
settings-kept-account = Salvato nel tuo account.
settings-play = Durante la partita
settings-ear = Giocare ad ascolto
all-settings = Tutte le preferenze
scheme = Chiaro o scuro
scheme-system = Come il dispositivo
scheme-light = Chiaro
scheme-dark = Scuro
pieces = Pezzi
pieces-turned = Legno tornito
pieces-flat = Piatti
pieces-outlined = Bordati
notation = Scrittura delle mosse
notation-numbers = 22-18
notation-algebraic = d6-e5
setting-sound = Suoni
setting-sound-about = Si sentono le mosse, le prese e la fine della partita.
setting-confirm = Conferma delle mosse
setting-confirm-about = Una mossa parte solo dopo che premi Gioca.
setting-hints = Suggerimenti e avvisi
setting-hints-about = Contro Damiera ai livelli da 1 a 4: puoi chiedere un suggerimento e ricevi un avviso prima di una mossa che perde un pezzo.
setting-chat = Messaggi in partita
setting-chat-about = L'avversario può scriverti durante la partita.
setting-notify = Notifiche in questo browser
setting-notify-about = Quando si trova un avversario e quando tocca a te, mentre guardi un'altra pagina.
setting-push = Messaggi push in questo browser
setting-push-about = Nelle partite per corrispondenza, anche a pagine chiuse: quando tocca a te e prima che il tempo scada.
setting-speak = Parla ad alta voce
setting-speak-about = Una voce del browser dice le mosse, le decisioni e ciò che chiedi con i tasti.
setting-keys = Tasti con lettere
setting-keys-about = In partita B legge la damiera, T gli orologi; H elenca tutti i tasti. In una simultanea N e P vanno alla damiera successiva e precedente.
push-denied = Il browser non consente le notifiche: consentile per questo sito nelle sue impostazioni.
watch = Guarda
watch-title = Partite in corso
watch-none = In questo momento nessuno gioca contro un altro. Comincia tu:
watch-moves = mossa { $made }
live-total =
    { $made ->
        [one] { $made } partita in corso
       *[other] { $made } partite in corso
    }
challenge = Sfida
challenge-to = Giocatore da sfidare
challenge-hint = Il giocatore vede subito la sfida, in qualunque pagina si trovi.
challenge-sign-in = Per sfidare un giocatore per nome, prima accedi.
challenge-from = { $text } ti sfida
challenge-declined = La tua sfida è stata rifiutata.
challenge-accepted = La tua sfida è stata accettata.
challenge-blocked = Questo giocatore non accetta partite con te.
challenge-not-yours = Questa sfida è per un altro giocatore.
challenge-too-many = Questo giocatore ha già delle sfide in attesa. Riprova più tardi.
no-such-player = Nessun giocatore ha questo nome.
accept = Accetta
decline = Rifiuta
to-the-game = Vai alla partita
notices = Sfide
block = Blocca
unblock = Sblocca
blocked-is = Bloccato: questo giocatore non può sfidarti né scriverti.
block-about = Un giocatore bloccato non può sfidarti né scriverti.
too-many-blocked = Non puoi bloccare altri giocatori. Prima sbloccane uno.
player-since = Qui dal
player-results = Risultati
player-games = Partite
player-won = vinta
player-drew = pari
player-lost = persa
player-wins = Vinte
player-draws = Pari
player-losses = Perse
player-no-games = Ancora nessuna partita contro altri.
player-of = Profilo di { $text }
library-aborted = interrotta
abort = Interrompi
chat = Messaggi
chat-write = Scrivi all'avversario
chat-send = Invia
chat-off = Disattiva i messaggi
chat-on = Attiva i messaggi
chat-is-off = I messaggi sono disattivati.
chat-empty = I messaggi li vedete solo tu e l'avversario e non si conservano dopo la partita.
chat-blindfold = In una partita alla cieca i messaggi attendono la fine.
chat-opponent-off = L'avversario ha disattivato i messaggi.
chat-too-fast = Troppo in fretta. Aspetta un momento.
chat-muted = Al momento non puoi scrivere messaggi.
chat-blocked = Questo giocatore non riceve messaggi da te.
chat-new = Messaggio dell'avversario: { $text }
profile = Profilo
close = Chiudi
game-aborted = Partita interrotta
previous-game = Partita precedente
next-game = Partita successiva
paste-title = Un'altra partita o posizione
paste-label = PDN o FEN
paste-hint = Una posizione si apre qui. Una partita si conserva anche tra le tue partite.
paste-open = Apri
paste-nothing = Incolla una partita in PDN o una posizione in FEN.
review-cancel = Interrompi la revisione
try-board = Una damiera per provare
try-board-about = Qui muovi per entrambi; non la vede nessuno.
count-runs = Il conteggio è stato richiesto e ora è in corso. Lo vedono entrambi i giocatori.
hint = Suggerimento
hint-searching = Cerco una buona mossa…
hint-move = Una buona mossa: { $move }.
warning-costly = { $move } perde un pezzo. Giocarla lo stesso?
kings-white =
    { $made ->
        [one] { $made } dama bianca
       *[other] { $made } dame bianche
    }
kings-black =
    { $made ->
        [one] { $made } dama nera
       *[other] { $made } dame nere
    }

rated = Valida per la classifica
rated-about = Conta per il punteggio di entrambi. Richiede pari condizioni; non si possono ritirare mosse.
rated-agreed = Valida per la classifica
rated-account = Una partita valida per la classifica richiede un account: accedi, oppure chiedi una partita libera.
rating = Punteggio
rating-pace = Cadenza
rating-provisional = Provvisorio: troppo poche partite recenti
rating-about = Glicko-2 dalle partite valide giocate qui; tutti partono da 1500. Non è il punteggio di una federazione. Con il punto interrogativo è ancora provvisorio.
player-ratings = Punteggi
pace-blitz = Lampo
pace-rapid = Rapida
pace-classical = Tempo lungo
pace-correspondence = Corrispondenza
rating-range = Punteggio dell'avversario
rating-any = Qualsiasi
rating-within = Entro { $made } dal mio
rating-from-to = Da … a …
rating-from = Punteggio minimo
rating-to = Punteggio massimo
rating-range-agreed = Avversari con punteggio { $text }
rating-refused = Questa proposta è per giocatori con punteggio { $text }. Cercane un'altra o proponi tu una partita.
leaderboard = Classifica
leaderboard-about = I giocatori con un punteggio affidabile: abbastanza partite valide, e non troppo lontane nel tempo.
leaderboard-none = Qui nessuno ha ancora un punteggio affidabile. Gioca partite valide per la classifica e aprila tu.
leaderboard-rank = Posto
leaderboard-player = Giocatore
