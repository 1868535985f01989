CREATE TABLE `find_words` (
	`rps_key` integer PRIMARY KEY NOT NULL,
	`words` text,
	`email` text,
	FOREIGN KEY (`rps_key`) REFERENCES `rock_posts`(`rps_key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- The site's connection folds what is NULL here.
INSERT INTO find_words (rps_key) SELECT rps_key FROM rock_posts;--> statement-breakpoint
CREATE TRIGGER find_words_of_new_find AFTER INSERT ON rock_posts
BEGIN INSERT INTO find_words (rps_key) VALUES (new.rps_key); END;--> statement-breakpoint
CREATE TRIGGER find_words_of_find AFTER UPDATE OF rock_number, location, name, comment, email ON rock_posts
BEGIN UPDATE find_words SET words = NULL, email = NULL WHERE rps_key = new.rps_key; END;
