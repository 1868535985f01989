import { t } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Book } from "#app/components/book/book.tsx";
import { FindSheets, JourneySheet } from "#app/components/book/find-sheets.tsx";
import { makeQrCode } from "#app/components/book/qr-code.tsx";
import { PLAIN_STONE } from "#app/components/ui/pebble.tsx";
import { nameRock, titleOfRock } from "#app/components/language/rocks.ts";
import { formatList } from "#app/components/language/lists.ts";
import { useParentsLanguage } from "#app/components/language/use-other-language.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { requireValid } from "#app/http/api.server.ts";
import { orErrorPage, requireRockOrFind } from "#app/http/page.server.ts";
import { BookVolume } from "#core/schemas.ts";
import { getSettings } from "#core/settings.server.ts";
import { rockAddress } from "#domain/rocks/rock-address.ts";
import { readRockBook } from "#domain/finds/rock-book.server.ts";
import { useSite } from "#app/components/ui/use-site.ts";
import { catalogueAddress } from "#domain/store/media-addresses.ts";

export async function loader({ params, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const language = languageOf(request);
  const { rock, book } = orErrorPage(() => {
    const rock = requireRockOrFind(params.rockNumber, query);
    const { volume } = requireValid(BookVolume, Object.fromEntries(query));
    return { rock, book: readRockBook(rock, volume, language) };
  });
  const address = getSettings().PUBLIC_URL + rockAddress(rock);
  return {
    rock,
    book,
    address,
    code: await makeQrCode(address),
  };
}

export const meta = pageMeta<typeof loader>(
  ({ memorial_name: name }, i18n, { data }) => {
    const number = data?.rock.rock_number;
    return {
      title:
        number === undefined
          ? t(i18n)`Rock`
          : number === 0
            ? nameRock(i18n, 0)
            : t(i18n)`${name}'s Rock: ${number}, as a book`,
      description: t(i18n)`A rock’s journey, to be printed.`,
      unlisted: true,
    };
  },
);

export default function RockPrint() {
  const { t, i18n } = useLingui();
  const { rock, book, address, code } = useLoaderData<typeof loader>();
  const { rock_number: rockNumber, trips, artists } = rock;
  const { memorial_name: name } = useSite().site;
  const artistLanguage = useParentsLanguage();
  // An element: in a text, tags that a name has would be taken for the text's own.
  const names = artists.length > 0 && (
    <span lang={artistLanguage}>{formatList(i18n, artists)}</span>
  );
  const { map, finds, volume, volumes } = book;
  return (
    <Book
      key={volume}
      back={{ to: rockAddress(rock), label: t`Back to the rock` }}
      volume={volume}
      volumes={volumes}
      title={titleOfRock(i18n, name, rockNumber)}
      days={trips > 0 ? [rock.first, rock.latest] : undefined}
      picture={
        <img
          src={rock.pin === null ? PLAIN_STONE : catalogueAddress(rockNumber)}
          alt={nameRock(i18n, rockNumber)}
          decoding="sync"
        />
      }
      about={
        <>
          <p>
            {trips > 0 ? (
              <Plural value={trips} _1="Found once" other="Found # times" />
            ) : (
              t`Nobody has found this rock yet.`
            )}
          </p>
          {names && (
            <p>
              <Trans>
                Painted by <bdi>{names}</bdi>
              </Trans>
            </p>
          )}
        </>
      }
      goesOn={{
        heading: t`The journey goes on`,
        text: t`See where the rock is now, or tell us that you found it:`,
      }}
      address={address}
      code={code}
    >
      {map && <JourneySheet {...book} map={map} />}
      <FindSheets finds={finds} />
    </Book>
  );
}
