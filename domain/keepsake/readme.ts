import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { SiteNames } from "../site/answers.ts";

/** Explains the files to somebody who finds them in twenty years. */
export const writeReadme = (
  i18n: I18n,
  { site_name, memorial_name }: SiteNames,
  day: string,
  isPrivate: boolean,
) => `${site_name}

${t(i18n)`In memory of ${memorial_name}, as it was on ${day}.`}


${t(i18n)`To look at it

Unpack the whole zip first. Then open the file index.html: it needs a browser,
and neither the Internet nor any other program. Everything is in this folder,
so you can copy it to a stick, a disk or another computer as it is.`}


${t(i18n)`What the files are

index.html        the story; every other page is reached from here
albums/           a page for each photo album
rocks/            a page for each painted rock, in folders of a thousand:
                  the pages of rocks 0 to 999 are in rocks/0,
                  those of rocks 1000 to 1999 in rocks/1, and so on
map.html          the map of the world
awareness.html    about sudden unexplained death in childhood
pictures/         all pictures, as WebP files:
                  pictures/rocks/0/12/rock.webp         rock 12
                  pictures/rocks/0/12/journey-3-1.webp  the first picture of
                                                        its third journey
                  pictures/albums/sea/4.webp            the fourth photograph
                                                        of the album 'sea'
                  Names that end in -small are smaller copies.
look/             typefaces and colours of the pages`}

${t(
  i18n,
)`The pages are HTML, and the pictures are WebP. Both are open formats.`}


${isPrivate ? sayPrivate(i18n) : sayPublic(i18n)}
`;

const sayPublic = (i18n: I18n) => t(i18n)`What is not in it

The pictures are the ones that the site shows, not the originals. What was
hidden on the site is not here, and neither are the names and addresses of
those who found or follow a rock.`;

const sayPrivate = (i18n: I18n) => t(i18n)`For the family alone

The folder backup/ holds everything: the original of every picture as it came
from the camera, what was hidden or deleted, and the database, with the names
and e-mail addresses of those who found or follow a rock. Don't pass this
folder on.
The other folders may be given to anybody.

backup/media/         the originals
backup/site.sqlite    the database: an SQLite 3 file
backup/manifest.json  the list of these files, with the SHA-256 of each

With the program of the site, 'npm run restore -- FILE.zip' brings the site
back from this zip.`;
