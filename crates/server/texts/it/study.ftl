# Studio, editor, importazione e raccolta. { $name } è completato dalla pagina.
analyse = Analizza
analysis = Analisi
analysis-waiting = in attesa di un motore libero…
analysis-busy = Il motore è occupato; si riprova…
analysis-depth = profondità { $level } · { $text } posizioni
analysis-done = finita, profondità { $level } · { $text } posizioni
analysis-in-play = si apre a partita finita
no-tables = Il server non ha tavole dei finali per questo gioco.
not-in-tables = Per questo gioco il server ha tavole dei finali fino a { $limit } pezzi, e questa posizione ne ha di più.
wins-in = vince il { $side } in { $made }
side-wins = vince il { $side }
chances = Bianco { $made } · pari { $level } · Nero { $limit }
play-line = Gioca questa mossa come variante
endgame-truth = Secondo le tavole dei finali
replay = Rivedi la partita
replay-first = All'inizio (Home)
replay-back = Una mossa indietro (freccia sinistra)
replay-forward = Una mossa avanti (freccia destra)
replay-last = Alla fine (Fine)
moves-label = Mosse. Le frecce a sinistra e a destra scorrono la partita, su e giù cambiano variante.
study-empty = Ancora nessuna mossa: provane una sulla damiera.
set-up-here = posizione data
record-breaks = La trascrizione si interrompe qui
drop-try = Togli questa variante
keep-tries = Salva le mie varianti
take-away = Condividi, PDN, diagramma
copy-link = Copia il link
copy-pdn = Copia il PDN
copy-fen = Copia la FEN
copy-by-hand = Il browser non permette la copia; ecco il testo.
diagram = Diagramma
edit-position = Modifica la posizione
find-position = Partite con questa posizione
editor = Componi una posizione
editor-hint = Scegli un pezzo e tocca le caselle, o trascina un pezzo altrove o fuori dalla damiera; dalla tastiera, i tasti da 1 a 5 mettono o tolgono un pezzo dove sei.
editor-piece = Pezzo
editor-erase = togli
editor-turn = Al tratto
editor-initial = Posizione iniziale
editor-clear = Damiera vuota
editor-set = Disponi
editor-faulty = Non è una posizione di questo gioco
editor-sound = È una posizione di questo gioco.
editor-play-white = Gioca da qui col Bianco
editor-play-black = Gioca da qui col Nero
editor-play-both = In due a questo schermo
damiera-plays-at = Damiera gioca al livello
import = Importa partite
import-about = Partite in PDN, una o molte. Ognuna è verificata secondo il regolamento del suo gioco; una partita con una mossa irregolare è conservata fino a quella.
import-paste = Incolla qui il PDN, o trascina un file
import-choose = Oppure scegli un file
import-as = Leggi come
import-as-told = Come dice il file
import-check = Verifica e importa
import-reading = Lettura…
import-nothing = Non c'è ancora nulla da leggere: incolla il PDN o scegli un file.
import-kept =
    { $made ->
        [one] { $made } partita importata.
       *[other] { $made } partite importate.
    }
import-game = Partita { $made }
moves-count =
    { $made ->
        [one] { $made } mossa
       *[other] { $made } mosse
    }
import-up-to = Conservata fino alla mossa irregolare.
import-odd =
    { $made ->
        [one] { $made } avviso
       *[other] { $made } avvisi
    }
import-place = riga { $made }, colonna { $column }
import-ply = semimossa { $made }
library-search = Cerca partite
library-game = Gioco
library-any = tutti
library-who = Giocatore o evento
library-result = Risultato
library-white = ha vinto il Bianco
library-black = ha vinto il Nero
library-draw = pari
library-open = non finita
library-fen = Posizione (FEN)
library-look = Cerca
library-none = Nessuna partita trovata.
add-sign = Aggiungi un segno alla mossa
library-all =
    { $made ->
        [one] { $made } partita
       *[other] { $made } partite
    }
library-pages = Pagine
library-before = Più recenti
library-after = Meno recenti
study-game = Studia questa partita
clock-then = Tempo rimasto sull'orologio
choose-all = Scegli tutte
choose-game-label = Scegli
remove-games = Elimina
undo = Ripristina
games-removed =
    { $made ->
        [one] { $made } partita eliminata.
       *[other] { $made } partite eliminate.
    }
games-restored =
    { $made ->
        [one] { $made } partita ripristinata.
       *[other] { $made } partite ripristinate.
    }
import-duplicates =
    { $made ->
        [one] { $made } partita era già nell'archivio e non è stata importata di nuovo.
       *[other] { $made } partite erano già nell'archivio e non sono state importate di nuovo.
    }
import-duplicate = Già presente nell'archivio.
review = Dove ho sbagliato?
review-any = Cerca gli errori
review-progress = Revisione: { $made } di { $limit }…
review-none = Nessun errore trovato.
review-theirs = Gli errori dell'avversario: { $made }
review-better = meglio: { $move }
review-mark = trovato dalla revisione
collections = Raccolte
collection-all-games = Tutte le partite
collection-new = Nuova raccolta
collection-name = Nome della raccolta
collection-rename = Rinomina
collection-delete = Elimina la raccolta
collection-deleted = La raccolta è stata eliminata. Le sue partite ci sono ancora.
collection-put = Metti in una raccolta
collection-put-done = Messe in “{ $text }”.
collection-take = Togli dalla raccolta
collection-taken = Tolte dalla raccolta.
collection-empty = Questa raccolta è vuota. Scegli le partite nell'elenco di tutte le partite e mettile qui.

# Revisione di file interi.
reviews = Revisione di file
reviews-about = Il motore esamina tutte le partite di un file e segna gli errori, con le varianti migliori. Lavora in secondo piano: puoi lasciare questa pagina e tornare.
reviews-start = Cerca gli errori
reviews-none = Ancora nessuna revisione. Incolla partite o scegli un file PDN qui sopra. Gli errori di una sola partita si cercano dalla sua pagina.
reviews-games =
    { $made ->
        [one] { $made } partita
       *[other] { $made } partite
    }
reviews-done = esaminate: { $made } di { $limit }
reviews-finished = Finita
reviews-cancelled = Interrotta
reviews-keep = Aggiungi alle mie partite
