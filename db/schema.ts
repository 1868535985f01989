import { eq, sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
  type AnySQLiteColumn,
} from "drizzle-orm/sqlite-core";

/** UTC, ISO 8601 with milliseconds and `Z`: sorts as text. */
const timeOfRow = () =>
  text()
    .notNull()
    .default(sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`);
const flag = () => integer({ mode: "boolean" }).notNull();
/** The key of the row that this one goes with. */
const belongsTo = (row: () => AnySQLiteColumn) =>
  integer().references(row, { onDelete: "cascade" });

export const users = sqliteTable(
  "users",
  {
    ra_key: integer().primaryKey({ autoIncrement: true }),
    display_name: text().notNull(),
    relation: text().notNull().default(""),
    /** YYYY-MM-DD */
    dob: text(),
    create_dt: timeOfRow(),
  },
  (t) => [
    uniqueIndex("users_display_name").on(sql`${t.display_name} COLLATE NOCASE`),
  ],
);

/** The catalogue: every painted rock, whether or not anyone has found it. */
export const rocks = sqliteTable(
  "rocks",
  {
    rc_key: integer().primaryKey({ autoIncrement: true }),
    rock_number: integer().notNull().unique(),
    comment: text().notNull().default(""),
    /** Folder of its picture: `catalog/{number}`, which a trigger sets if nothing else is given. */
    folder: text().notNull().default(""),
    /** File name below the folder's `original/`. */
    original_file: text().notNull(),
    /** SHA-256 of the original, hex; null until it was read for the first time. */
    sha256: text(),
    /** Whether `a.webp` and `a_sm.webp` exist for that original. */
    ready: flag().default(false),
    /** Whether `pin.webp` exists for that original. */
    pin_ready: flag().default(false),
    error: text(),
    /** The artists' display names joined by ', ', UNKNOWN if there are none. Triggers keep it up to date. */
    artists_text: text().notNull().default("UNKNOWN"),
    /** Shown finds of this number. The transaction that changes a find keeps it up to date. */
    shown_posts: integer().notNull().default(0),
    create_dt: timeOfRow(),
  },
  (t) => [
    uniqueIndex("rocks_folder").on(t.folder),
    index("rocks_create_dt").on(t.create_dt),
    index("rocks_artists").on(sql`artists_text COLLATE NOCASE`),
    index("rocks_comment").on(sql`substr(comment, 1, 60) COLLATE NOCASE`),
    index("rocks_found")
      .on(t.rock_number)
      .where(sql`shown_posts > 0`),
  ],
);

export const rockArtists = sqliteTable(
  "rock_artists",
  {
    rc_key: belongsTo(() => rocks.rc_key).notNull(),
    ra_key: belongsTo(() => users.ra_key).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.rc_key, t.ra_key] }),
    index("rock_artists_ra_key").on(t.ra_key),
  ],
);

/*
 * The public place of a find: the centre of its cell in a fixed grid, whose cells are `precision` metres
 * wide and high; with 0 the place itself. `core/precision.ts` computes the same for the browser, and names
 * the source of the numbers.
 */
const snappedLatitude = sql`(CASE precision WHEN 0 THEN latitude ELSE
  round((floor(latitude * 111320 / precision) + 0.5) * precision / 111320, 6) END)`;
/** A degree of longitude shrinks towards the poles. */
const shrink = sql`max(0.01, cos(radians(public_latitude)))`;
const snappedLongitude = sql`(CASE precision WHEN 0 THEN longitude ELSE
  round(max(-180, min(180, (floor(longitude * 111320 * ${shrink} / precision) + 0.5) * precision / 111320 / ${shrink})), 6) END)`;

/** A find: one stop on a rock's journey. */
export const rockPosts = sqliteTable(
  "rock_posts",
  {
    rps_key: integer().primaryKey({ autoIncrement: true }),
    uuid: text().notNull().unique(),
    /** Folder of its images: `rocks/{number}/{uuid}`, with the number that it came with. A trigger sets it. */
    folder: text().notNull().default(""),
    /** The sender's own id for the submission; makes a repeated send harmless. */
    submission_id: text().unique(),
    /** 0 means that the number could not be read. */
    rock_number: integer().notNull(),
    /** The number in the QR code, even if the visitor wrote another one. */
    rock_number_qr: integer(),
    location: text().notNull(),
    /** The exact place, which only the admin sees. */
    latitude: real(),
    longitude: real(),
    /** Precision at which the public may know it: 0 (exactly), or metres. */
    precision: integer().notNull().default(0),
    public_latitude: real().generatedAlwaysAs(snappedLatitude),
    public_longitude: real().generatedAlwaysAs(snappedLongitude),
    /** YYYY-MM-DDTHH:MM:SSZ; midnight if the time is unknown. */
    date: text().notNull(),
    comment: text().notNull(),
    name: text().notNull().default(""),
    email: text().notNull().default(""),
    /** The language of the form that the comment was written in; null if it came before forms had one. */
    lang: text(),
    show: flag().default(false),
    /** Number of its images. Triggers keep it up to date. */
    total_images: integer().notNull().default(0),
    /** The admin decided to hide it. A hidden find that is not put aside waits for a decision. */
    put_aside: flag().default(false),
    /** Put aside for good: no correction by its finder changes that, only the admin by showing it. */
    closed: flag().default(false),
    /** The admin said that this find has no place on the map. */
    no_place: flag().default(false),
    /** The place that the finder gave, as JSON. Only the admin sees it. */
    suggestion: text(),
    /** SHA-256 of the finder's key, hex. */
    find_key_hash: text(),
    create_dt: timeOfRow(),
  },
  (t) => [
    index("rock_posts_by_rock").on(
      t.rock_number,
      t.show,
      t.date,
      t.create_dt,
      t.rps_key,
    ),
    index("rock_posts_shown").on(t.show, t.date, t.create_dt, t.rps_key),
    index("rock_posts_waiting")
      .on(t.create_dt, t.rps_key)
      .where(sql`"show" = 0 AND put_aside = 0`),
    index("rock_posts_unplaced")
      .on(t.create_dt, t.rps_key)
      .where(sql`"show" = 1 AND latitude IS NULL AND no_place = 0`),
    // One index for each order that the admin may ask for. drizzle-kit splits expressions at their commas, so
    // correct the SQL that it generates for them.
    index("rock_posts_coordinates").on(
      sql`ifnull(latitude, -999)`,
      sql`ifnull(longitude, -999)`,
    ),
    index("rock_posts_location").on(sql`location COLLATE NOCASE`),
    index("rock_posts_date").on(t.date, t.create_dt),
    index("rock_posts_comment").on(sql`substr(comment, 1, 60) COLLATE NOCASE`),
    index("rock_posts_name").on(sql`name COLLATE NOCASE`),
    index("rock_posts_email").on(sql`email COLLATE NOCASE`),
    index("rock_posts_create_dt").on(t.create_dt),
    index("rock_posts_total_images").on(t.total_images),
  ],
);

/**
 * What finds are searched by, folded as `core/fold.ts` says. Null until a connection of the site has folded it: triggers
 * empty it when a find changes.
 */
export const findWords = sqliteTable("find_words", {
  rps_key: belongsTo(() => rockPosts.rps_key).primaryKey(),
  /** Number, place, name and comment. */
  words: text(),
  /** E-mail address, which not everybody may search. */
  email: text(),
});

export const rockPostImages = sqliteTable(
  "rock_post_images",
  {
    rpi_key: integer().primaryKey({ autoIncrement: true }),
    rps_key: belongsTo(() => rockPosts.rps_key).notNull(),
    /** The client's file name. The admin sees it; it is never used as a path. */
    original_name: text().notNull(),
    /** The server's own name, without extension. Its address and its derivatives have it. */
    current_name: text().notNull(),
    /** The name before its original took its place; null if none did. Addresses with it go on working. */
    earlier_name: text(),
    /** File name below the `original/` of the find's folder. */
    original_file: text().notNull(),
    /** `final`: it came from the camera. Its original may follow (`replaceable`), or is announced (`pending`). */
    original_state: text({
      enum: ["final", "replaceable", "pending"],
    })
      .notNull()
      .default("final"),
    /** The reason that its original was refused on arrival; null if it wasn't. */
    original_error: text(),
    /** The image whose place this one takes: it is the original of that one, a smaller copy. Null for all others. */
    replaces: integer(),
    /** SHA-256 of the original, hex; null until it was read for the first time. */
    sha256: text(),
    /** Fingerprint of the picture, to compare it with others: 64 bits, hex. */
    fingerprint: text(),
    show: flag().default(true),
    ready: flag().default(false),
    /** Whether derivatives on the disk may be of before its hidden parts changed. Then nobody gets them. */
    outdated: flag().default(false),
    error: text(),
    /** Pixels, as seen upright. */
    width: integer(),
    height: integer(),
    /** When the camera says it was taken: YYYY-MM-DDTHH:MM:SS, local to the camera. */
    taken_dt: text(),
    /** Its description, for people who can't see it; blank if there is none. */
    description: text().notNull().default(""),
    /** JSON of `Blurs`: the parts that are blurred in its derivatives, as `ready` says. The original is whole. */
    blurs: text().notNull().default("[]"),
    /** The same when the family last decided on the find, or hid something; null if nobody has. */
    looked_blurs: text(),
    create_dt: timeOfRow(),
  },
  (t) => [
    uniqueIndex("rock_post_images_name").on(t.rps_key, t.current_name),
    index("rock_post_images_failed")
      .on(t.rps_key)
      .where(sql`error IS NOT NULL`),
    index("rock_post_images_replacing")
      .on(t.rps_key)
      .where(sql`replaces IS NOT NULL`),
  ],
);

export const albums = sqliteTable("albums", {
  pa_key: integer().primaryKey({ autoIncrement: true }),
  /** Folder name below `albums/`: a-z and 0-9. */
  name: text().notNull().unique(),
  display_name: text().notNull().default(""),
  desc: text().notNull().default(""),
  show: flag().default(false),
  order_num: integer().notNull(),
  create_dt: timeOfRow(),
});

export const photos = sqliteTable(
  "photos",
  {
    p_key: integer().primaryKey({ autoIncrement: true }),
    pa_key: belongsTo(() => albums.pa_key).notNull(),
    /** File name of the original, beside the others in the album's folder. */
    original_file: text().notNull(),
    /** File name under `webp/` and `webp300x300/`, with its `.webp`. */
    name: text().notNull(),
    display_name: text().notNull().default(""),
    desc: text().notNull().default(""),
    /** YYYY-MM-DD */
    date: text(),
    order_num: integer().notNull(),
    show: flag().default(true),
    ready: flag().default(false),
    error: text(),
    /** Whether the original was missing at the last sync. */
    missing: flag().default(false),
    width: integer(),
    height: integer(),
    /** Size and time of the original when its derivatives were made. */
    bytes: integer(),
    mtime_ms: integer(),
    /** SHA-256 of the original, hex; null until it was read for the first time. */
    sha256: text(),
    create_dt: timeOfRow(),
  },
  (t) => [
    uniqueIndex("photos_name").on(t.pa_key, t.name),
    uniqueIndex("photos_original_file").on(t.pa_key, t.original_file),
    index("photos_order").on(t.pa_key, t.order_num),
  ],
);

/** Names that photos of an album have had, which no other gets: they may be in caches. Triggers keep this table. */
export const usedPhotoNames = sqliteTable(
  "used_photo_names",
  {
    album: text().notNull(),
    name: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.album, t.name] })],
);

/** Each rock's newest shown find with coordinates, and all of rock 0. The transaction that changes a find writes it. */
export const rockPins = sqliteTable(
  "rock_pins",
  {
    rps_key: belongsTo(() => rockPosts.rps_key).primaryKey(),
    rock_number: integer().notNull(),
    latitude: real().notNull(),
    longitude: real().notNull(),
  },
  (t) => [
    uniqueIndex("rock_pins_rock_number")
      .on(t.rock_number)
      .where(sql`rock_number > 0`),
  ],
);

/** Sums of visits. The address prefix is emptied after 30 days. */
export const rockCounts = sqliteTable(
  "rock_counts",
  {
    /** YYYY-MM-DD, UTC */
    day: text().notNull(),
    rock_qr_number: text().notNull(),
    page: text().notNull(),
    /** phone, tablet, computer, bot or unknown */
    device: text().notNull(),
    /** /24 or /48 of the address; empty after 30 days. */
    address_prefix: text().notNull(),
    visits: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({
      columns: [t.day, t.rock_qr_number, t.page, t.device, t.address_prefix],
    }),
  ],
);

/** The ledger of all work: the jobs to do, and their results. */
export const jobs = sqliteTable(
  "jobs",
  {
    job_id: text().primaryKey(),
    kind: text().notNull(),
    state: text({ enum: ["queued", "running", "succeeded", "failed"] })
      .notNull()
      .default("queued"),
    /** JSON, as `domain/jobs/catalogue.ts` describes it for the kind. */
    payload: text().notNull(),
    done: integer().notNull().default(0),
    total: integer().notNull().default(1),
    message: text().notNull().default(""),
    error: text(),
    parent_id: text(),
    /** Tries that ended with an error. */
    attempts: integer().notNull().default(0),
    /** Tries that took their process down with them. */
    crashes: integer().notNull().default(0),
    /** Milliseconds since 1970. The job may not start earlier. */
    run_after: integer().notNull().default(0),
    /** Milliseconds since 1970: until then it is under way. Null if nobody does it, or its parts do. */
    lease_until: integer(),
    created_dt: text().notNull(),
    started_dt: text(),
    finished_dt: text(),
  },
  (t) => [
    index("jobs_waiting").on(t.state, t.run_after),
    index("jobs_parent").on(t.parent_id),
    index("jobs_created").on(t.created_dt),
  ],
);

export const adminSessions = sqliteTable("admin_sessions", {
  /** SHA-256 of the session id, hex. Only the cookie has the id itself. */
  id_hash: text().primaryKey(),
  /** Milliseconds since 1970. */
  created_at: integer().notNull(),
  seen_at: integer().notNull(),
  /** Until when one document request is let through, because a sign-in without JavaScript redirects to one. */
  document_until: integer().notNull().default(0),
  /** The id of that request once it has come, because its page runs several loaders. */
  document_request: text(),
  /** When the password, and the code if the second factor is on, was last entered. Milliseconds since 1970. */
  confirmed_at: integer().notNull().default(0),
  /** Browser and system in words: 'Firefox on Windows'. */
  browser: text().notNull().default(""),
  /** The /24 or /48 that it was begun from. */
  address_prefix: text().notNull().default(""),
});

/** Sign-ins with the right password that still lack the code. */
export const pendingSignIns = sqliteTable("pending_sign_ins", {
  /** SHA-256 of the id in the cookie, hex. */
  id_hash: text().primaryKey(),
  /** Milliseconds since 1970. */
  expires_at: integer().notNull(),
});

/** The second factor: one row at most. */
export const secondFactor = sqliteTable("second_factor", {
  key: integer().primaryKey(),
  /** The secret that it shares with the app, encrypted with a key derived from the one that signs cookies. */
  secret: text().notNull(),
  /** When it was switched on; null while it is being set up. */
  on_dt: text(),
  /** The time step of the newest code that was used. It and all before it are refused. */
  last_step: integer().notNull().default(0),
});

export const recoveryCodes = sqliteTable("recovery_codes", {
  /** Salted scrypt, hex. SHA-256 for the longer codes that versions before made. */
  code_hash: text().primaryKey(),
  used_dt: text(),
});

/** Events of the admin's sign-in and of the site as a whole. */
export const securityEvents = sqliteTable(
  "security_events",
  {
    event_key: integer().primaryKey({ autoIncrement: true }),
    /** When it happened last. */
    at: timeOfRow(),
    what: text().notNull(),
    /** As in `admin_sessions`; empty if it came from no browser. */
    browser: text().notNull().default(""),
    address_prefix: text().notNull().default(""),
    /** How often: refused sign-ins from one network share a row for an hour. */
    times: integer().notNull().default(1),
  },
  (t) => [index("security_events_at").on(t.at)],
);

export const siteTexts = sqliteTable("site_texts", {
  key: text().primaryKey(),
  value: text().notNull(),
});

/** The site's own texts in other languages than its own. */
export const siteTranslations = sqliteTable(
  "site_translations",
  {
    lang: text().notNull(),
    /** As in `site_texts`. */
    key: text().notNull(),
    value: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.lang, t.key] })],
);

/** Keys that the site made for itself. They are never shown. */
export const secrets = sqliteTable("secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** Uploads that can be resumed, complete or not. Their bytes are in the store under `tmp/uploads`. */
export const uploads = sqliteTable(
  "uploads",
  {
    id: text().primaryKey(),
    /** The client's name for the file. */
    file_name: text().notNull(),
    /** The length that was announced. */
    bytes: integer().notNull(),
    /** Whether the sender has announced the original of this smaller copy. */
    is_preview: flag().default(false),
    /** The image whose original this is; null if it goes into a new find. An image in the trash has no row. */
    rpi_key: integer(),
    /** Whether a find has taken it. The row stays until it expires, so that its sender can learn that it arrived. */
    is_used: flag().default(false),
    /** The announcing client's IPv4 address, or the /64 of its IPv6 address. */
    address: text().notNull().default(""),
    /** Bytes present when a request last brought some. Only the file's size counts. */
    arrived: integer().notNull().default(0),
    /** The hours that the site had run when it was announced. */
    create_hour: real().notNull(),
  },
  (t) => [
    index("uploads_rpi_key").on(t.rpi_key),
    index("uploads_address")
      .on(t.address)
      .where(sql`NOT ${t.is_used}`),
  ],
);

/** Deleted things that can be restored: their rows as JSON. Their files stay where they are. */
export const trash = sqliteTable(
  "trash",
  {
    trash_key: integer().primaryKey({ autoIncrement: true }),
    kind: text({
      enum: ["find", "find-image", "rock", "artist", "album", "photo"],
    }).notNull(),
    /** The key that it had, and has again once it is restored. */
    key: integer().notNull(),
    /** The find of an image, or the album of a photo. */
    parent_key: integer(),
    /** A name that a person recognises. */
    label: text().notNull(),
    /** Things deleted along with it, in words. */
    detail: text().notNull().default(""),
    /** JSON: for each table, the rows as they were. */
    rows: text().notNull(),
    /** JSON: the paths to remove with it for good. Null while they are in `trash/{trash_key}/`, an earlier place. */
    files: text(),
    /** Of a find: sending it again must not add it again. */
    submission_id: text().unique(),
    deleted_dt: text().notNull(),
    /** The hours that the site will have run when it is removed for good. */
    expires_hour: real().notNull(),
  },
  (t) => [
    index("trash_expires").on(t.expires_hour),
    index("trash_parent").on(t.kind, t.parent_key),
    index("trash_find").on(sql`"rows" ->> '$.rock_posts[0].uuid'`),
  ],
);

/** Paths where earlier versions left files, and the paths they belong at. Empty once the site has started. */
export const oldMoves = sqliteTable("old_moves", {
  path: text().primaryKey(),
  to: text().notNull(),
});

/** Links between rocks and artists, while the rock or the artist is in the trash. */
export const trashedRockArtists = sqliteTable(
  "trashed_rock_artists",
  {
    rc_key: integer().notNull(),
    ra_key: integer().notNull(),
    /** The `rowid` that it had in `rock_artists`, because a rock's artists are listed in its order. */
    place: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.rc_key, t.ra_key] })],
);

/** Changes to a find, with their authors and times. They stay while the find is in the trash, and go with it for good. */
export const history = sqliteTable(
  "history",
  {
    history_key: integer().primaryKey({ autoIncrement: true }),
    /** Not a foreign key, because a find in the trash has no row. */
    rps_key: integer().notNull(),
    at: timeOfRow(),
    by: text({ enum: ["admin", "review", "finder"] }).notNull(),
    /** Such as `sent`, `changed`, `shown` or `deleted`. */
    what: text().notNull(),
    /** JSON: the old and the new value of each changed field. */
    changes: text().notNull().default("{}"),
  },
  (t) => [index("history_find").on(t.rps_key, t.history_key)],
);

/** Mails to send; what they say is read then. A follower's goes when it is over. A daily one stays for its day. */
export const outbox = sqliteTable(
  "outbox",
  {
    mail_key: integer().primaryKey({ autoIncrement: true }),
    /** The first part of its Message-ID, which is the same in every try. */
    id: text().notNull().unique(),
    /** `question` asks an address to confirm, `news` tells it of finds, `daily` lists those that wait. */
    kind: text({ enum: ["question", "news", "daily"] }).notNull(),
    /** Its receiver; null for the daily mail. */
    flw_key: belongsTo(() => followers.flw_key),
    /** JSON: the `news_key` of each find that it tells of, fixed from its first try on; null before. */
    news: text(),
    /** The hours that the site will have run when to try it; null once it is over. */
    send_after: real(),
    /** Number of times that the mail server has put it off. */
    tries: integer().notNull().default(0),
    /** The reason that the last try failed. */
    error: text(),
    /** When the mail server took it. */
    sent_dt: text(),
  },
  (t) => [
    uniqueIndex("outbox_follower").on(t.flw_key, t.kind),
    index("outbox_due")
      .on(t.send_after)
      .where(sql`send_after IS NOT NULL`),
  ],
);

/** The keys in the links of the daily mails. Each try has its own, so the link works in whichever mail arrives. */
export const reviewKeys = sqliteTable("review_keys", {
  /** SHA-256, hex. */
  key_hash: text().primaryKey(),
  /** JSON: the `rps_key` of each find that it opens. */
  finds: text().notNull(),
  expires_dt: text().notNull(),
});

/** E-mail addresses that are told when a rock moves on. They are in no answer, log, export or keepsake. */
export const followers = sqliteTable(
  "followers",
  {
    flw_key: integer().primaryKey({ autoIncrement: true }),
    /** Random. The only trace of a follower who stops, so that an older backup doesn't bring the address back. */
    id: text().notNull().unique(),
    rock_number: integer().notNull(),
    address: text().notNull(),
    /** The language of the form where the address was entered. */
    lang: text().notNull().default("en"),
    confirmed: flag().default(false),
    /** The newest `news_key` when it was confirmed. Nobody is told of news up to that one. */
    since: integer().notNull().default(0),
    /** JSON: uuids of finds that this address has sent. Nobody is told of their own. */
    own_finds: text().notNull().default("[]"),
    /** The hours that the site had run when the last mail about the rock was sent. */
    told_hour: real(),
    /** The hours that the site will have run when it is forgotten, unless it is confirmed before; null once it is. */
    expires_hour: real(),
    create_dt: timeOfRow(),
  },
  (t) => [
    uniqueIndex("followers_rock").on(
      t.rock_number,
      sql`address COLLATE NOCASE`,
    ),
    index("followers_address").on(sql`address COLLATE NOCASE`),
    index("followers_expires")
      .on(t.expires_hour)
      .where(sql`expires_hour IS NOT NULL`),
  ],
);

/** The keys in the links of mails to followers. Each mail has its own, and each works until its follower stops. */
export const followerKeys = sqliteTable(
  "follower_keys",
  {
    /** SHA-256, hex. */
    key_hash: text().primaryKey(),
    flw_key: belongsTo(() => followers.flw_key).notNull(),
  },
  (t) => [index("follower_keys_follower").on(t.flw_key)],
);

/** Followers who have stopped, without their addresses. A restored backup removes them again. */
export const stoppedFollowers = sqliteTable("stopped_followers", {
  /** As `followers.id`. */
  id: text().primaryKey(),
});

/** Shown finds of rocks that somebody follows, once for each number that they have had. Triggers write it. */
export const news = sqliteTable(
  "news",
  {
    news_key: integer().primaryKey({ autoIncrement: true }),
    uuid: text().notNull(),
    rock_number: integer().notNull(),
    /** `new`, or `again` after it was hidden, while it rests; `due` once it is in the outbox; `over` for nobody. */
    state: text({ enum: ["new", "again", "due", "over"] })
      .notNull()
      .default("new"),
    /** When it was first seen shown; null until then. */
    shown_hour: real(),
  },
  (t) => [
    uniqueIndex("news_find").on(t.uuid, t.rock_number),
    index("news_of_rock").on(t.rock_number),
    index("news_resting")
      .on(t.rock_number)
      .where(sql`state IN ('new', 'again')`),
  ],
);

export const told = sqliteTable(
  "told",
  {
    flw_key: belongsTo(() => followers.flw_key).notNull(),
    news_key: belongsTo(() => news.news_key).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.flw_key, t.news_key] }),
    index("told_news").on(t.news_key),
  ],
);

/** Number of mails to followers that were `sent`, and of addresses that `bounced`. */
export const followCounts = sqliteTable("follow_counts", {
  name: text().primaryKey(),
  count: integer().notNull(),
});

/** The site's own pictures, the operator's among them, as they were when they were last read. */
export const siteFiles = sqliteTable("site_files", {
  /** Path within the store: below `bkg/`, or the logo. */
  path: text().primaryKey(),
  bytes: integer().notNull(),
  mtime_ms: integer().notNull(),
  /** SHA-256, hex. */
  sha256: text().notNull(),
});

/** Results of the last check, the last backup and the like. */
export const reports = sqliteTable("reports", {
  name: text({
    enum: ["check", "backup", "backups-read", "restore"],
  }).primaryKey(),
  ended_dt: text().notNull(),
  /** JSON, as the code that writes it describes it. */
  result: text().notNull(),
});

/** Deleted things whose files are still on the disk. */
export const removals = sqliteTable("removals", {
  /** Path within the store, which is taken until it has been removed: a file's, or the folder of all its files. */
  path: text().primaryKey(),
  /** JSON: the files to remove, as `LeavingFile` describes them. Null in rows of earlier versions. */
  files: text(),
  /** When it was deleted. Milliseconds since 1970. */
  deleted_at: integer().notNull().default(0),
});

/** The settings that were changed in the browser. The environment wins over them. */
export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/*
 * The public data. Only these views define it: code that answers the public reads them and never their tables.
 * They have no column that the public must not see.
 *
 * SQLite merges a view into the query that uses it, so a view costs nothing. `likely` tells its planner that most
 * finds are shown. Without it, SQLite looks for `show` first, which makes the list of all found rocks five times as
 * slow. Conditions and subqueries are plain text because Drizzle leaves the tables' names out of them otherwise.
 */

const isShownFind = sql`likely(rock_posts.show = 1)`;
const isReadyImage = sql`rock_post_images.show = 1 AND rock_post_images.ready = 1`;
/** JSON: a column of a find's public images, in the order in which they were sent. */
const listOfImages = (column: "current_name" | "description") => sql<string>`(
        SELECT json_group_array(${sql.raw(column)}) FROM (
          SELECT ${sql.raw(column)} FROM rock_post_images
           WHERE rock_post_images.rps_key = rock_posts.rps_key AND ${isReadyImage} ORDER BY rpi_key))`;
const isShownAlbum = sql`albums.show = 1`;
const isReadyPhoto = sql`photos.show = 1 AND photos.ready = 1 AND photos.missing = 0`;

export const publicFinds = sqliteView("public_finds").as((query) =>
  query
    .select({
      rps_key: rockPosts.rps_key,
      uuid: rockPosts.uuid,
      rock_number: rockPosts.rock_number,
      location: rockPosts.location,
      latitude: sql<number | null>`public_latitude`.as("latitude"),
      longitude: sql<number | null>`public_longitude`.as("longitude"),
      precision: rockPosts.precision,
      date: rockPosts.date,
      comment: rockPosts.comment,
      lang: rockPosts.lang,
      create_dt: rockPosts.create_dt,
      imagenames: listOfImages("current_name").as("imagenames"),
      /** Blank if nobody has described one. */
      imagedescriptions: listOfImages("description").as("imagedescriptions"),
    })
    .from(rockPosts)
    .where(isShownFind),
);

/** The shown images of shown finds that have derivatives, with the fields that locate their files. */
export const publicImages = sqliteView("public_images").as((query) =>
  query
    .select({
      rpi_key: rockPostImages.rpi_key,
      current_name: rockPostImages.current_name,
      description: rockPostImages.description,
      blurs: rockPostImages.blurs,
      original_file: rockPostImages.original_file,
      rps_key: rockPosts.rps_key,
      uuid: rockPosts.uuid,
      rock_number: rockPosts.rock_number,
      folder: rockPosts.folder,
      date: rockPosts.date,
      create_dt: rockPosts.create_dt,
      width: rockPostImages.width,
      height: rockPostImages.height,
    })
    .from(rockPostImages)
    .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
    .where(sql`${isShownFind} AND ${isReadyImage}`),
);

export const publicAlbums = sqliteView("public_albums").as((query) =>
  query
    .select({
      pa_key: albums.pa_key,
      name: albums.name,
      display_name: albums.display_name,
      desc: albums.desc,
      order_num: albums.order_num,
      count: sql<number>`(
        SELECT count(*) FROM photos WHERE photos.pa_key = albums.pa_key AND ${isReadyPhoto})`.as(
        "count",
      ),
      first_image_name: sql<string | null>`(
        SELECT photos.name FROM photos WHERE photos.pa_key = albums.pa_key AND ${isReadyPhoto}
         ORDER BY photos.order_num, photos.p_key LIMIT 1)`.as(
        "first_image_name",
      ),
    })
    .from(albums)
    .where(isShownAlbum),
);

export const publicPhotos = sqliteView("public_photos").as((query) =>
  query
    .select({
      p_key: photos.p_key,
      pa_key: photos.pa_key,
      album: sql<string>`albums.name`.as("album"),
      name: photos.name,
      display_name: photos.display_name,
      desc: photos.desc,
      date: photos.date,
      order_num: photos.order_num,
      width: photos.width,
      height: photos.height,
    })
    .from(photos)
    .innerJoin(albums, eq(albums.pa_key, photos.pa_key))
    .where(sql`${isShownAlbum} AND ${isReadyPhoto}`),
);
