CREATE TABLE `outbox` (
	`mail_key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`flw_key` integer,
	`news` text,
	`send_after` real,
	`tries` integer DEFAULT 0 NOT NULL,
	`error` text,
	`sent_dt` text,
	FOREIGN KEY (`flw_key`) REFERENCES `followers`(`flw_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_id_unique` ON `outbox` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_follower` ON `outbox` (`flw_key`,`kind`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`send_after`) WHERE send_after IS NOT NULL;--> statement-breakpoint
CREATE TABLE `review_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`finds` text NOT NULL,
	`expires_dt` text NOT NULL
);
--> statement-breakpoint
-- What was to be sent. Times are hours that the site has run, which have just begun at 0.
INSERT INTO outbox (id, kind, flw_key, send_after, tries)
SELECT asks, 'question', flw_key, ifnull((julianday(retry_dt) - julianday('now')) * 24, 0), tries FROM followers WHERE asks IS NOT NULL ORDER BY flw_key;--> statement-breakpoint
INSERT OR IGNORE INTO outbox (id, kind, flw_key, news, send_after, tries)
SELECT mail_id, 'news', flw_key, json_group_array(news_key), ifnull((julianday(retry_dt) - julianday('now')) * 24, 0), tries
  FROM told JOIN followers USING (flw_key) WHERE state = 'open' GROUP BY flw_key, mail_id ORDER BY min(told.rowid);--> statement-breakpoint
DELETE FROM told WHERE state = 'open';--> statement-breakpoint
UPDATE news SET state = 'again' WHERE state = 'due';--> statement-breakpoint
-- The daily mails, one row a day, and the keys of those that were tried.
INSERT INTO outbox (id, kind, send_after, error, sent_dt)
SELECT 'finds.' || day, 'daily', iif(is_over, NULL, 0), error, sent_dt FROM (
  SELECT day, max(sent_dt) AS sent_dt, max(sent_dt IS NOT NULL OR key_hash IS NULL) AS is_over, max(digest_key) AS digest_key
    FROM digests GROUP BY day) JOIN (SELECT digest_key, error FROM digests) USING (digest_key)
 ORDER BY digest_key;--> statement-breakpoint
UPDATE outbox SET send_after = NULL WHERE kind = 'daily' AND mail_key < (SELECT max(mail_key) FROM outbox);--> statement-breakpoint
INSERT INTO review_keys (key_hash, finds, expires_dt)
SELECT key_hash, (SELECT json_group_array(rps_key) FROM (
         SELECT rps_key FROM digest_finds f WHERE f.digest_key = d.digest_key ORDER BY rps_key)), expires_dt
  FROM digests d WHERE key_hash IS NOT NULL;--> statement-breakpoint
DROP TABLE `digest_finds`;--> statement-breakpoint
DROP TABLE `digests`;--> statement-breakpoint
DROP INDEX `followers_asks`;--> statement-breakpoint
ALTER TABLE `followers` ADD `told_hour` real;--> statement-breakpoint
UPDATE `followers` SET `told_hour` = (julianday(told_dt) - julianday('now')) * 24;--> statement-breakpoint
ALTER TABLE `followers` DROP COLUMN `told_dt`;--> statement-breakpoint
ALTER TABLE `followers` DROP COLUMN `asks`;--> statement-breakpoint
ALTER TABLE `followers` DROP COLUMN `tries`;--> statement-breakpoint
ALTER TABLE `followers` DROP COLUMN `failing_dt`;--> statement-breakpoint
ALTER TABLE `followers` DROP COLUMN `retry_dt`;--> statement-breakpoint
DROP TRIGGER news_of_new_find;--> statement-breakpoint
DROP TRIGGER news_of_find;--> statement-breakpoint
DROP INDEX `news_open`;--> statement-breakpoint
ALTER TABLE `news` ADD `shown_hour` real;--> statement-breakpoint
UPDATE `news` SET `shown_hour` = (julianday(shown_dt) - julianday('now')) * 24;--> statement-breakpoint
ALTER TABLE `news` DROP COLUMN `shown_dt`;--> statement-breakpoint
CREATE INDEX `news_of_rock` ON `news` (`rock_number`);--> statement-breakpoint
CREATE INDEX `news_resting` ON `news` (`rock_number`) WHERE state IN ('new', 'again');--> statement-breakpoint
DROP INDEX `told_open`;--> statement-breakpoint
ALTER TABLE `told` DROP COLUMN `mail_id`;--> statement-breakpoint
ALTER TABLE `told` DROP COLUMN `state`;--> statement-breakpoint
-- A find that was hidden and is shown again rests again, and is told to those who were not told yet.
CREATE TRIGGER news_of_new_find AFTER INSERT ON rock_posts WHEN new.show = 1 AND new.rock_number > 0
BEGIN
  DELETE FROM news WHERE uuid = new.uuid AND rock_number = new.rock_number AND state = 'new';
  UPDATE news SET state = 'again', shown_hour = NULL
   WHERE uuid = new.uuid AND rock_number = new.rock_number AND state IN ('again', 'due');
  INSERT OR IGNORE INTO news (uuid, rock_number) SELECT new.uuid, new.rock_number
    WHERE EXISTS (SELECT 1 FROM followers WHERE rock_number = new.rock_number AND confirmed = 1);
END;--> statement-breakpoint
CREATE TRIGGER news_of_find AFTER UPDATE OF show, rock_number ON rock_posts
WHEN new.show = 1 AND new.rock_number > 0 AND (old.show = 0 OR old.rock_number <> new.rock_number)
BEGIN
  DELETE FROM news WHERE uuid = new.uuid AND rock_number = new.rock_number AND state = 'new';
  UPDATE news SET state = 'again', shown_hour = NULL
   WHERE uuid = new.uuid AND rock_number = new.rock_number AND state IN ('again', 'due');
  INSERT OR IGNORE INTO news (uuid, rock_number) SELECT new.uuid, new.rock_number
    WHERE EXISTS (SELECT 1 FROM followers WHERE rock_number = new.rock_number AND confirmed = 1);
END;
