-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- work.sql: an in-memory SQLite workload: inserts, an index, joins, groups.
-- Usage: sqlite3 -batch :memory: < work.sql; run by tests/equality/run.
CREATE TABLE a(id INTEGER PRIMARY KEY, k INTEGER, t TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
  INSERT INTO a SELECT i, (i * 7919) % 211, 'text ' || (i * 31 % 97) FROM n;
CREATE INDEX ak ON a(k);
CREATE TABLE b AS SELECT k, count(*) AS c, max(t) AS m FROM a GROUP BY k;
SELECT count(*), sum(a.id), max(b.m) FROM a JOIN b ON a.k = b.k WHERE b.c > 6;
UPDATE a SET t = upper(t) WHERE id % 5 = 0;
DELETE FROM a WHERE k BETWEEN 20 AND 40;
SELECT t, count(*) AS c FROM a WHERE t LIKE '%9%' GROUP BY t ORDER BY c DESC, t LIMIT 5;
SELECT substr(group_concat(t, '/'), 1, 60) FROM (SELECT t FROM a ORDER BY k DESC, id LIMIT 100);
