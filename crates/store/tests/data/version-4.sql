-- A database written by the server before the store became a crate of its own: every kind of row, a few of each.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations VALUES(1,'games','2026-11-17 12:00:00',1,X'4c7f04a003e25b9b5c3507f357b7073c983b13af51fcc2221b4905b31f52822d5c0e473ee3491d35a9e51f760ac162e8',3799497);
INSERT INTO _sqlx_migrations VALUES(2,'live','2026-11-17 12:00:00',1,X'226e9e9c83ba276c2fbc808cec56cfe69c139fa44c71b5992efa72bcd2dc57adf116a6e533c5b9e23280baf38a023a13',12463216);
INSERT INTO _sqlx_migrations VALUES(3,'library','2026-11-17 12:00:00',1,X'cbcd6ebe299782d2265710b60f644b6f16607e3664fb764bfbf58fde1144072e98f44236d232f05e1982b997852f8f72',1004928);
INSERT INTO _sqlx_migrations VALUES(4,'taken','2026-11-17 12:00:00',1,X'b06ae7562c8cb3f851755ffb2634dfcc380eef442757b2e16fba7b47f002ab282fe9f87a4dffc20143283002188d9f35',9413520);
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    variant TEXT NOT NULL,
    terms TEXT NOT NULL,
    seats TEXT NOT NULL
, timed INTEGER NOT NULL DEFAULT 0, ended_at INTEGER, seek TEXT REFERENCES seek (id)) STRICT;
INSERT INTO game VALUES('xp2u4c4c9s',1794916811891,'english','{"version":1,"variant":"english","profile":{"counting":"automatic","touch":"off","irregular":"refused","takebacks":"by-consent","flags":"watched","pace":"classical","occasion":"ordinary","offers-from":null},"fen":null,"odds":[],"opening":[],"clocks":[{"kind":"timed","stages":[[null,900000]],"bonus":"increment","bonus-time":10000,"periods":0,"period":0},{"kind":"timed","stages":[[null,900000]],"bonus":"increment","bonus-time":10000,"periods":0,"period":0}],"sight":["board","board"],"simultaneous":null}','{"white":{"kind":"person"},"black":{"kind":"person"}}',1,1794916818830,NULL);
INSERT INTO game VALUES('9nncdqhdfc',1794916819039,'italian','{"version":1,"variant":"italian","profile":{"counting":"automatic","touch":"off","irregular":"refused","takebacks":"by-consent","flags":"watched","pace":"classical","occasion":"ordinary","offers-from":null},"fen":null,"odds":[],"opening":[],"clocks":[{"kind":"timed","stages":[[null,900000]],"bonus":"increment","bonus-time":10000,"periods":0,"period":0},{"kind":"timed","stages":[[null,900000]],"bonus":"increment","bonus-time":10000,"periods":0,"period":0}],"sight":["board","board"],"simultaneous":null}','{"white":{"kind":"person"},"black":{"kind":"person"}}',1,1794916819065,NULL);
INSERT INTO game VALUES('ze3qh40sqc',1794916819066,'brazilian','{"version":1,"variant":"brazilian","profile":{"counting":"automatic","touch":"off","irregular":"refused","takebacks":"by-consent","flags":"watched","pace":"classical","occasion":"ordinary","offers-from":null},"fen":null,"odds":[],"opening":[],"clocks":[{"kind":"timed","stages":[[null,900000]],"bonus":"increment","bonus-time":10000,"periods":0,"period":0},{"kind":"timed","stages":[[null,900000]],"bonus":"increment","bonus-time":10000,"periods":0,"period":0}],"sight":["board","board"],"simultaneous":null}','{"white":{"kind":"person"},"black":{"kind":"person"}}',1,1794916819088,NULL);
INSERT INTO game VALUES('hszm9e928u',1794916819090,'international','{"version":1,"variant":"international","profile":{"counting":"automatic","touch":"off","irregular":"refused","takebacks":"by-consent","flags":"watched","pace":"classical","occasion":"ordinary","offers-from":null},"fen":null,"odds":[],"opening":[],"clocks":[{"kind":"timed","stages":[[null,900000]],"bonus":"increment","bonus-time":10000,"periods":0,"period":0},{"kind":"timed","stages":[[null,900000]],"bonus":"increment","bonus-time":10000,"periods":0,"period":0}],"sight":["board","board"],"simultaneous":null}','{"white":{"kind":"person"},"black":{"kind":"person"}}',1,NULL,NULL);
INSERT INTO game VALUES('n4q6tp0r0m',1794916819121,'italian','{"version":1,"variant":"italian","profile":{"counting":"on-request","touch":"on","irregular":"recorded","takebacks":"never","flags":"claimed","pace":"classical","occasion":"ordinary","offers-from":null},"fen":null,"odds":[],"opening":[],"clocks":[{"kind":"untimed"},{"kind":"untimed"}],"sight":["board","board"],"simultaneous":null}','{"white":{"kind":"person"},"black":{"kind":"person"}}',0,NULL,NULL);
INSERT INTO game VALUES('5qebaamtxf',1794916819139,'brazilian','{"version":1,"variant":"brazilian","profile":{"counting":"automatic","touch":"off","irregular":"refused","takebacks":"by-consent","flags":"watched","pace":"classical","occasion":"ordinary","offers-from":null},"fen":null,"odds":[],"opening":[],"clocks":[{"kind":"untimed"},{"kind":"untimed"}],"sight":["board","board"],"simultaneous":null}','{"white":{"kind":"person"},"black":{"kind":"person"}}',0,NULL,NULL);
INSERT INTO game VALUES('9ya345jgam',1794916819162,'english','{"version":1,"variant":"english","profile":{"counting":"automatic","touch":"off","irregular":"refused","takebacks":"by-consent","flags":"watched","pace":"classical","occasion":"ordinary","offers-from":null},"fen":null,"odds":[],"opening":[],"clocks":[{"kind":"untimed"},{"kind":"untimed"}],"sight":["board","board"],"simultaneous":null}','{"white":{"kind":"person"},"black":{"kind":"engine","level":1}}',0,NULL,NULL);
INSERT INTO game VALUES('bmpej52bxv',1794916819168,'english','{"version":1,"variant":"english","profile":{"counting":"automatic","touch":"off","irregular":"refused","takebacks":"never","flags":"watched","pace":"classical","occasion":"ordinary","offers-from":null},"fen":null,"odds":[],"opening":[],"clocks":[{"kind":"per-move","time":259200000},{"kind":"per-move","time":259200000}],"sight":["board","board"],"simultaneous":null}','{"white":{"kind":"person"},"black":{"kind":"person"}}',1,NULL,'rtb90xrgwf');
CREATE TABLE game_event (
    game TEXT NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL, client_move_id TEXT,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO game_event VALUES('5qebaamtxf',1,1794916819139,'{"at":1794916819139,"kind":"started"}',NULL);
INSERT INTO game_event VALUES('5qebaamtxf',2,1794916819148,'{"at":1794916819148,"kind":"moved","by":"white","from":22,"to":17,"captures":[],"promotes":false}',NULL);
INSERT INTO game_event VALUES('5qebaamtxf',3,1794916819156,'{"at":1794916819156,"kind":"takeback-asked","by":"white"}',NULL);
INSERT INTO game_event VALUES('5qebaamtxf',4,1794916819160,'{"at":1794916819160,"kind":"taken-back","plies":1}',NULL);
INSERT INTO game_event VALUES('9nncdqhdfc',1,1794916819039,'{"at":1794916819039,"kind":"started"}',NULL);
INSERT INTO game_event VALUES('9nncdqhdfc',2,1794916819051,'{"at":1794916819051,"kind":"moved","by":"white","from":21,"to":17,"captures":[],"promotes":false}','w:m0');
INSERT INTO game_event VALUES('9nncdqhdfc',3,1794916819054,'{"at":1794916819054,"kind":"moved","by":"black","from":10,"to":13,"captures":[],"promotes":false}','b:m1');
INSERT INTO game_event VALUES('9nncdqhdfc',4,1794916819055,'{"at":1794916819055,"kind":"moved","by":"white","from":17,"to":10,"captures":[13],"promotes":false}','w:m2');
INSERT INTO game_event VALUES('9nncdqhdfc',5,1794916819056,'{"at":1794916819056,"kind":"moved","by":"black","from":5,"to":14,"captures":[10],"promotes":false}','b:m3');
INSERT INTO game_event VALUES('9nncdqhdfc',6,1794916819057,'{"at":1794916819057,"kind":"moved","by":"white","from":22,"to":18,"captures":[],"promotes":false}','w:m4');
INSERT INTO game_event VALUES('9nncdqhdfc',7,1794916819058,'{"at":1794916819058,"kind":"moved","by":"black","from":14,"to":21,"captures":[18],"promotes":false}','b:m5');
INSERT INTO game_event VALUES('9nncdqhdfc',8,1794916819059,'{"at":1794916819059,"kind":"moved","by":"white","from":26,"to":17,"captures":[21],"promotes":false}','w:m6');
INSERT INTO game_event VALUES('9nncdqhdfc',9,1794916819060,'{"at":1794916819060,"kind":"moved","by":"black","from":11,"to":15,"captures":[],"promotes":false}','b:m7');
INSERT INTO game_event VALUES('9nncdqhdfc',10,1794916819061,'{"at":1794916819061,"kind":"moved","by":"white","from":23,"to":19,"captures":[],"promotes":false}','w:m8');
INSERT INTO game_event VALUES('9nncdqhdfc',11,1794916819062,'{"at":1794916819062,"kind":"moved","by":"black","from":15,"to":22,"captures":[19],"promotes":false}','b:m9');
INSERT INTO game_event VALUES('9nncdqhdfc',12,1794916819063,'{"at":1794916819063,"kind":"moved","by":"white","from":27,"to":18,"captures":[22],"promotes":false}','w:m10');
INSERT INTO game_event VALUES('9nncdqhdfc',13,1794916819064,'{"at":1794916819064,"kind":"moved","by":"black","from":2,"to":5,"captures":[],"promotes":false}','b:m11');
INSERT INTO game_event VALUES('9nncdqhdfc',14,1794916819065,'{"at":1794916819065,"kind":"ended","how":"resignation","side":"white","limit":null,"article":null}',NULL);
INSERT INTO game_event VALUES('9ya345jgam',1,1794916819162,'{"at":1794916819162,"kind":"started"}',NULL);
INSERT INTO game_event VALUES('hszm9e928u',1,1794916819090,'{"at":1794916819090,"kind":"started"}',NULL);
INSERT INTO game_event VALUES('hszm9e928u',2,1794916819095,'{"at":1794916819095,"kind":"moved","by":"white","from":34,"to":30,"captures":[],"promotes":false}','w:m0');
INSERT INTO game_event VALUES('hszm9e928u',3,1794916819096,'{"at":1794916819096,"kind":"moved","by":"black","from":19,"to":23,"captures":[],"promotes":false}','b:m1');
INSERT INTO game_event VALUES('hszm9e928u',4,1794916819098,'{"at":1794916819098,"kind":"moved","by":"white","from":31,"to":26,"captures":[],"promotes":false}','w:m2');
INSERT INTO game_event VALUES('hszm9e928u',5,1794916819099,'{"at":1794916819099,"kind":"moved","by":"black","from":23,"to":29,"captures":[],"promotes":false}','b:m3');
INSERT INTO game_event VALUES('hszm9e928u',6,1794916819101,'{"at":1794916819101,"kind":"moved","by":"white","from":33,"to":24,"captures":[29],"promotes":false}','w:m4');
INSERT INTO game_event VALUES('hszm9e928u',7,1794916819102,'{"at":1794916819102,"kind":"moved","by":"black","from":20,"to":29,"captures":[24],"promotes":false}','b:m5');
INSERT INTO game_event VALUES('hszm9e928u',8,1794916819104,'{"at":1794916819104,"kind":"moved","by":"white","from":32,"to":27,"captures":[],"promotes":false}','w:m6');
INSERT INTO game_event VALUES('hszm9e928u',9,1794916819105,'{"at":1794916819105,"kind":"moved","by":"black","from":17,"to":22,"captures":[],"promotes":false}','b:m7');
INSERT INTO game_event VALUES('hszm9e928u',10,1794916819107,'{"at":1794916819107,"kind":"moved","by":"white","from":39,"to":34,"captures":[],"promotes":false}','w:m8');
INSERT INTO game_event VALUES('hszm9e928u',11,1794916819108,'{"at":1794916819108,"kind":"moved","by":"black","from":22,"to":31,"captures":[27],"promotes":false}','b:m9');
INSERT INTO game_event VALUES('hszm9e928u',12,1794916819109,'{"at":1794916819109,"kind":"moved","by":"white","from":34,"to":23,"captures":[29],"promotes":false}','w:m10');
INSERT INTO game_event VALUES('hszm9e928u',13,1794916819116,'{"at":1794916819116,"kind":"moved","by":"black","from":18,"to":29,"captures":[23],"promotes":false}','b:m11');
INSERT INTO game_event VALUES('hszm9e928u',14,1794916823251,'{"at":1794916823251,"kind":"credited","side":"white","time":3712}',NULL);
INSERT INTO game_event VALUES('n4q6tp0r0m',1,1794916819121,'{"at":1794916819121,"kind":"started"}',NULL);
INSERT INTO game_event VALUES('n4q6tp0r0m',2,1794916819127,'{"at":1794916819127,"kind":"moved","by":"white","from":22,"to":18,"captures":[],"promotes":false}',NULL);
INSERT INTO game_event VALUES('n4q6tp0r0m',3,1794916819128,'{"at":1794916819128,"kind":"moved","by":"black","from":11,"to":14,"captures":[],"promotes":false}',NULL);
INSERT INTO game_event VALUES('n4q6tp0r0m',4,1794916819130,'{"at":1794916819130,"kind":"irregular","by":"white","irregularity":"missed-capture","stands":"B:W17,18,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,14"}',NULL);
INSERT INTO game_event VALUES('n4q6tp0r0m',5,1794916819132,'{"at":1794916819132,"kind":"corrected"}',NULL);
INSERT INTO game_event VALUES('n4q6tp0r0m',6,1794916819134,'{"at":1794916819134,"kind":"moved","by":"white","from":18,"to":11,"captures":[14],"promotes":false}',NULL);
INSERT INTO game_event VALUES('xp2u4c4c9s',1,1794916811891,'{"at":1794916811891,"kind":"started"}',NULL);
INSERT INTO game_event VALUES('xp2u4c4c9s',2,1794916811935,'{"at":1794916811935,"kind":"moved","by":"black","from":11,"to":15,"captures":[],"promotes":false}','b:m0');
INSERT INTO game_event VALUES('xp2u4c4c9s',3,1794916812209,'{"at":1794916812209,"kind":"moved","by":"white","from":23,"to":18,"captures":[],"promotes":false}','w:m1');
INSERT INTO game_event VALUES('xp2u4c4c9s',4,1794916812285,'{"at":1794916812285,"kind":"moved","by":"black","from":12,"to":16,"captures":[],"promotes":false}','b:m2');
INSERT INTO game_event VALUES('xp2u4c4c9s',5,1794916814089,'{"at":1794916814089,"kind":"moved","by":"white","from":18,"to":11,"captures":[15],"promotes":false}','w:m3');
INSERT INTO game_event VALUES('xp2u4c4c9s',6,1794916814764,'{"at":1794916814764,"kind":"moved","by":"black","from":8,"to":15,"captures":[11],"promotes":false}','b:m4');
INSERT INTO game_event VALUES('xp2u4c4c9s',7,1794916815009,'{"at":1794916815009,"kind":"moved","by":"white","from":26,"to":23,"captures":[],"promotes":false}','w:m5');
INSERT INTO game_event VALUES('xp2u4c4c9s',8,1794916815555,'{"at":1794916815555,"kind":"moved","by":"black","from":15,"to":19,"captures":[],"promotes":false}','b:m6');
INSERT INTO game_event VALUES('xp2u4c4c9s',9,1794916815566,'{"at":1794916815566,"kind":"moved","by":"white","from":24,"to":15,"captures":[19],"promotes":false}','w:m7');
INSERT INTO game_event VALUES('xp2u4c4c9s',10,1794916815579,'{"at":1794916815579,"kind":"moved","by":"black","from":10,"to":26,"captures":[15,23],"promotes":false}','b:m8');
INSERT INTO game_event VALUES('xp2u4c4c9s',11,1794916815926,'{"at":1794916815926,"kind":"moved","by":"white","from":30,"to":23,"captures":[26],"promotes":false}','w:m9');
INSERT INTO game_event VALUES('xp2u4c4c9s',12,1794916817606,'{"at":1794916817606,"kind":"moved","by":"black","from":16,"to":20,"captures":[],"promotes":false}','b:m10');
INSERT INTO game_event VALUES('xp2u4c4c9s',13,1794916817907,'{"at":1794916817907,"kind":"moved","by":"white","from":31,"to":26,"captures":[],"promotes":false}','w:m11');
INSERT INTO game_event VALUES('xp2u4c4c9s',14,1794916818830,'{"at":1794916818830,"kind":"ended","how":"resignation","side":"white","limit":null,"article":null}',NULL);
INSERT INTO game_event VALUES('ze3qh40sqc',1,1794916819066,'{"at":1794916819066,"kind":"started"}',NULL);
INSERT INTO game_event VALUES('ze3qh40sqc',2,1794916819067,'{"at":1794916819067,"kind":"moved","by":"white","from":22,"to":18,"captures":[],"promotes":false}','w:m0');
INSERT INTO game_event VALUES('ze3qh40sqc',3,1794916819069,'{"at":1794916819069,"kind":"moved","by":"black","from":9,"to":14,"captures":[],"promotes":false}','b:m1');
INSERT INTO game_event VALUES('ze3qh40sqc',4,1794916819072,'{"at":1794916819072,"kind":"moved","by":"white","from":18,"to":9,"captures":[14],"promotes":false}','w:m2');
INSERT INTO game_event VALUES('ze3qh40sqc',5,1794916819074,'{"at":1794916819074,"kind":"moved","by":"black","from":6,"to":13,"captures":[9],"promotes":false}','b:m3');
INSERT INTO game_event VALUES('ze3qh40sqc',6,1794916819075,'{"at":1794916819075,"kind":"moved","by":"white","from":24,"to":19,"captures":[],"promotes":false}','w:m4');
INSERT INTO game_event VALUES('ze3qh40sqc',7,1794916819077,'{"at":1794916819077,"kind":"moved","by":"black","from":2,"to":6,"captures":[],"promotes":false}','b:m5');
INSERT INTO game_event VALUES('ze3qh40sqc',8,1794916819078,'{"at":1794916819078,"kind":"moved","by":"white","from":26,"to":22,"captures":[],"promotes":false}','w:m6');
INSERT INTO game_event VALUES('ze3qh40sqc',9,1794916819081,'{"at":1794916819081,"kind":"moved","by":"black","from":5,"to":9,"captures":[],"promotes":false}','b:m7');
INSERT INTO game_event VALUES('ze3qh40sqc',10,1794916819083,'{"at":1794916819083,"kind":"moved","by":"white","from":21,"to":17,"captures":[],"promotes":false}','w:m8');
INSERT INTO game_event VALUES('ze3qh40sqc',11,1794916819084,'{"at":1794916819084,"kind":"moved","by":"black","from":10,"to":14,"captures":[],"promotes":false}','b:m9');
INSERT INTO game_event VALUES('ze3qh40sqc',12,1794916819086,'{"at":1794916819086,"kind":"moved","by":"white","from":17,"to":10,"captures":[14],"promotes":false}','w:m10');
INSERT INTO game_event VALUES('ze3qh40sqc',13,1794916819087,'{"at":1794916819087,"kind":"moved","by":"black","from":6,"to":24,"captures":[10,19],"promotes":false}','b:m11');
INSERT INTO game_event VALUES('ze3qh40sqc',14,1794916819088,'{"at":1794916819088,"kind":"ended","how":"resignation","side":"white","limit":null,"article":null}',NULL);
CREATE TABLE seat (
    game TEXT NOT NULL REFERENCES game (id),
    side INTEGER NOT NULL,
    name TEXT,
    visitor BLOB,
    account INTEGER,
    key BLOB,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;
INSERT INTO seat VALUES('5qebaamtxf',0,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'f79c8f7bb650a0707544b0fa940f89848941670687b4d9050277cd5e344a11c6');
INSERT INTO seat VALUES('5qebaamtxf',1,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'f79c8f7bb650a0707544b0fa940f89848941670687b4d9050277cd5e344a11c6');
INSERT INTO seat VALUES('9nncdqhdfc',0,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'620628dc68860eaae00472731e8100a5cfbbcfde70b58e37914dd78836b05926');
INSERT INTO seat VALUES('9nncdqhdfc',1,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'620628dc68860eaae00472731e8100a5cfbbcfde70b58e37914dd78836b05926');
INSERT INTO seat VALUES('9ya345jgam',0,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'b1d865497280232f8f2fe45a6b60e1c6e478b53e65cc0a7d923cb83ea67986af');
INSERT INTO seat VALUES('9ya345jgam',1,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'b1d865497280232f8f2fe45a6b60e1c6e478b53e65cc0a7d923cb83ea67986af');
INSERT INTO seat VALUES('bmpej52bxv',0,'Asa',X'bac242310b2c9e940a9790235a7b6846b45237ffcff09df02737217a7581c3e3',NULL,X'0502f0c9630a84257378f27722410357df62d9aa3b8e14b09e9a3b826209a24d');
INSERT INTO seat VALUES('bmpej52bxv',1,'Marion',X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'835c3b60f162431ec3d3d279965eedd0acfe498697ff5173a154f15d92d38dd9');
INSERT INTO seat VALUES('hszm9e928u',0,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'7d743b3fe09baddd7b2fe120d08b91bd7e14b9356026b3b995a3fcbe59c2f3eb');
INSERT INTO seat VALUES('hszm9e928u',1,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'7d743b3fe09baddd7b2fe120d08b91bd7e14b9356026b3b995a3fcbe59c2f3eb');
INSERT INTO seat VALUES('n4q6tp0r0m',0,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'f00cf63441a6ba703bcf2a116b5b41184dc6b05eee4dcc5b27849188a9b59f6f');
INSERT INTO seat VALUES('n4q6tp0r0m',1,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'f00cf63441a6ba703bcf2a116b5b41184dc6b05eee4dcc5b27849188a9b59f6f');
INSERT INTO seat VALUES('xp2u4c4c9s',0,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'eeb5b8dfdbffd477d40e282dc26852f2bd659ef69fe1813ca5720236dbdc57f5');
INSERT INTO seat VALUES('xp2u4c4c9s',1,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'eeb5b8dfdbffd477d40e282dc26852f2bd659ef69fe1813ca5720236dbdc57f5');
INSERT INTO seat VALUES('ze3qh40sqc',0,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'9b5f07940d20c6259a6c70abcde07db3969c1db35f2fd1e8d8c1b7ac15c0546f');
INSERT INTO seat VALUES('ze3qh40sqc',1,NULL,X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'9b5f07940d20c6259a6c70abcde07db3969c1db35f2fd1e8d8c1b7ac15c0546f');
CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
INSERT INTO alive VALUES(1,1794916826011);
CREATE TABLE outage (from_at INTEGER NOT NULL, to_at INTEGER NOT NULL) STRICT;
INSERT INTO outage VALUES(1794916819303,1794916823015);
CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO account VALUES(1,'Marion','marion','$argon2id$v=19$m=19456,t=2,p=1$jKmWfqmiTGtWC/B/WnHBkA$cOsnNMnoiZNJUm4r2Oir5x0/kQRkk5BsN9PbVdQEpFs',1794916811533);
CREATE TABLE session (
    word BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO session VALUES(X'3114e94b95dc9bbe4d5c7e7103a67b825cd6d77fe15faaf5557f8e29139fd18d',1,1797508811739);
CREATE TABLE seek (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    name TEXT,
    visitor BLOB,
    account INTEGER,
    key BLOB) STRICT;
INSERT INTO seek VALUES('8dp5xcguvg',1794916819165,'{"variant":"italian","minutes":5,"increment":3,"days":null,"colour":"white","open":false}','Marion',X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'34b44ddde73a05ad3a54950b8aefa94cd1d49467e299b3386dcee3a891a8d40b');
INSERT INTO seek VALUES('rtb90xrgwf',1794916819166,'{"variant":"english","minutes":null,"increment":0,"days":3,"colour":"black","open":false}','Marion',X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,X'835c3b60f162431ec3d3d279965eedd0acfe498697ff5173a154f15d92d38dd9');
CREATE TABLE imported (
    id TEXT PRIMARY KEY,
    visitor BLOB,
    account INTEGER,
    pdn TEXT NOT NULL
) STRICT;
INSERT INTO imported VALUES('4c47s0r8bd',X'41158a607d0775c5e366b3e4906a8ed23bcd844db3e1b493aab76a660e05d747',1,replace('[White "Asa Long"]\n[Black "Marion Tinsley"]\n[Event "Old cup"]\n[GameType "22"]\n\n1. 22-18 11-14 2. 18-11 6-15 *\n\n','\n',char(10)));
CREATE TABLE card (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    variant TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    event TEXT NOT NULL,
    date TEXT NOT NULL,
    outcome TEXT NOT NULL,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    events INTEGER NOT NULL
) STRICT;
INSERT INTO card VALUES('4c47s0r8bd','imported',1794916819170,'italian','Asa Long','Marion Tinsley','Old cup','','open','*',4,0);
INSERT INTO card VALUES('bmpej52bxv','played',1794916819168,'english','Asa','Marion','','','open','*',0,0);
INSERT INTO card VALUES('9ya345jgam','played',1794916819162,'english','','Damiera 1','','','open','*',0,1);
INSERT INTO card VALUES('5qebaamtxf','played',1794916819139,'brazilian','','','','','open','*',0,4);
INSERT INTO card VALUES('n4q6tp0r0m','played',1794916819121,'italian','','','','','open','*',3,6);
INSERT INTO card VALUES('hszm9e928u','played',1794916819090,'international','','','','','open','*',12,13);
INSERT INTO card VALUES('ze3qh40sqc','played',1794916819066,'brazilian','','','','','black','0-1',12,14);
INSERT INTO card VALUES('9nncdqhdfc','played',1794916819039,'italian','','','','','black','0-1',12,14);
INSERT INTO card VALUES('xp2u4c4c9s','played',1794916811891,'english','','','','','black','1-0',12,14);
CREATE TABLE seen (
    key INTEGER NOT NULL,
    card TEXT NOT NULL REFERENCES card (id),
    PRIMARY KEY (key, card)
) STRICT, WITHOUT ROWID;
INSERT INTO seen VALUES(-9056679812271396240,'xp2u4c4c9s');
INSERT INTO seen VALUES(-8633017027712875898,'xp2u4c4c9s');
INSERT INTO seen VALUES(-8360080654661443905,'ze3qh40sqc');
INSERT INTO seen VALUES(-7280140157415065120,'ze3qh40sqc');
INSERT INTO seen VALUES(-7050672355072807693,'9nncdqhdfc');
INSERT INTO seen VALUES(-6470967304838536797,'ze3qh40sqc');
INSERT INTO seen VALUES(-5818298269783570525,'9nncdqhdfc');
INSERT INTO seen VALUES(-5559203343710267227,'xp2u4c4c9s');
INSERT INTO seen VALUES(-5488870863755469713,'9nncdqhdfc');
INSERT INTO seen VALUES(-5461999312252140855,'4c47s0r8bd');
INSERT INTO seen VALUES(-4797545052405058156,'xp2u4c4c9s');
INSERT INTO seen VALUES(-4200999574385162471,'9nncdqhdfc');
INSERT INTO seen VALUES(-3687029204219524125,'xp2u4c4c9s');
INSERT INTO seen VALUES(-3240379493022376906,'9nncdqhdfc');
INSERT INTO seen VALUES(-2876353748091349458,'4c47s0r8bd');
INSERT INTO seen VALUES(-2876353748091349458,'ze3qh40sqc');
INSERT INTO seen VALUES(-1966229363665124048,'4c47s0r8bd');
INSERT INTO seen VALUES(-1966229363665124048,'9nncdqhdfc');
INSERT INTO seen VALUES(-1966229363665124048,'ze3qh40sqc');
INSERT INTO seen VALUES(-1744797001807839908,'ze3qh40sqc');
INSERT INTO seen VALUES(-1454899799673275501,'9nncdqhdfc');
INSERT INTO seen VALUES(-536516961739334590,'xp2u4c4c9s');
INSERT INTO seen VALUES(911147394443696112,'ze3qh40sqc');
INSERT INTO seen VALUES(1230026552650488377,'4c47s0r8bd');
INSERT INTO seen VALUES(1500674936678909905,'4c47s0r8bd');
INSERT INTO seen VALUES(1509089004013081639,'9nncdqhdfc');
INSERT INTO seen VALUES(2296722840870933342,'xp2u4c4c9s');
INSERT INTO seen VALUES(2398065515522550372,'ze3qh40sqc');
INSERT INTO seen VALUES(2976521156382440612,'9nncdqhdfc');
INSERT INTO seen VALUES(3679670217555571505,'xp2u4c4c9s');
INSERT INTO seen VALUES(4198771743883104255,'ze3qh40sqc');
INSERT INTO seen VALUES(4381504136790143354,'9nncdqhdfc');
INSERT INTO seen VALUES(5354541983499025026,'9nncdqhdfc');
INSERT INTO seen VALUES(5423746363722481224,'xp2u4c4c9s');
INSERT INTO seen VALUES(6152232882246963487,'xp2u4c4c9s');
INSERT INTO seen VALUES(6328812791800737579,'9nncdqhdfc');
INSERT INTO seen VALUES(6506534628344893764,'ze3qh40sqc');
INSERT INTO seen VALUES(6892709128264480346,'xp2u4c4c9s');
INSERT INTO seen VALUES(7213646940665472477,'ze3qh40sqc');
INSERT INTO seen VALUES(7687767308975892727,'ze3qh40sqc');
INSERT INTO seen VALUES(7743898865426873397,'9nncdqhdfc');
INSERT INTO seen VALUES(7785434575810175225,'ze3qh40sqc');
INSERT INTO seen VALUES(8206223750754899778,'xp2u4c4c9s');
INSERT INTO seen VALUES(9053746881388653723,'xp2u4c4c9s');
CREATE UNIQUE INDEX game_event_once ON game_event (game, client_move_id) WHERE client_move_id IS NOT NULL;
CREATE INDEX game_unfinished ON game (timed) WHERE ended_at IS NULL;
CREATE INDEX seat_visitor ON seat (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX seat_account ON seat (account) WHERE account IS NOT NULL;
CREATE INDEX imported_visitor ON imported (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX imported_account ON imported (account) WHERE account IS NOT NULL;
CREATE INDEX card_newest ON card (at DESC, id);
CREATE UNIQUE INDEX game_of_seek ON game (seek) WHERE seek IS NOT NULL;
COMMIT;
