import type { SecondConnection } from "#db/copy.server.ts";

/** Everything that a keepsake shows, as the public views give it. */
const SHOWN = {
  public_finds:
    "rps_key, rock_number, location, latitude, longitude, date, comment",
  public_images: "rpi_key, rps_key, rock_number, current_name, blurs",
  public_albums: "pa_key, name, display_name, desc",
  public_photos: "p_key, pa_key, name, display_name, desc, date",
  rocks: "rc_key, rock_number, original_file, ready, artists_text",
  site_texts: "key, value",
};

/**
 * Whether the site still shows all that a copy of its database shows. Newer things do not matter, but anything that was
 * hidden, changed or deleted must not be in a keepsake.
 */
export function isStillPublic(site: SecondConnection, copy: string): boolean {
  site.prepare("ATTACH ? AS copy").run(copy);
  try {
    return Object.entries(SHOWN).every(
      ([view, columns]) =>
        site
          .prepare(
            `SELECT ${columns} FROM copy.${view} EXCEPT SELECT ${columns} FROM main.${view} LIMIT 1`,
          )
          .get() === undefined,
    );
  } finally {
    site.exec("DETACH copy");
  }
}
