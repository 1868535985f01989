import { useLingui } from "@lingui/react";
import { useRevalidator } from "@remix-run/react";
import { imageAlt } from "#core/languages/image-alt.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { useRowActions } from "#app/components/admin/table/row-actions.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import {
  AdminTable,
  column,
  imageColumn,
  ROCK_COLUMN,
  type Column,
} from "#app/components/admin/table/admin-table.tsx";
import { EmptyState } from "#app/components/admin/ui/screen.tsx";
import {
  imageAddresses,
  Thumbnail,
} from "#app/components/admin/ui/picture.tsx";
import { WrittenIn } from "#app/components/language/written-in.tsx";
import { Opened, useOpener } from "#app/components/admin/ui/forms.tsx";
import { describePrecision } from "#app/components/admin/places/place.tsx";
import { FindDialog } from "./find-dialog.tsx";
import { formatDay } from "#app/components/language/english.ts";
import { catalogueAddress } from "#domain/store/media-addresses.ts";
import { useApi } from "#app/components/api/use-api.ts";
import { Button } from "#app/components/ui/button.tsx";

const keyOf = (find: AdminFind) => find.rps_key;
const describe = (find: AdminFind) =>
  `rock ${find.rock_number}, ${find.location}`;

export function FindTable({
  first,
  sort,
}: {
  first: Page<AdminFind>;
  sort: string;
}) {
  const { i18n } = useLingui();
  const list = useList("GET /api/journey-admin", {}, { keyOf, first, sort });
  const { call: read } = useSave();
  const editor = useOpener<AdminFind>();
  const { revalidate } = useRevalidator();
  const rows = useRowActions(list, {
    one: "post",
    nameOf: describe,
    labelOf: (find) => `Rock ${find.rock_number}, ${find.location}`,
    deletes: "DELETE /api/journey-admin/:rpsKey",
    sentOf: ({ rps_key }) => ({ params: { rpsKey: rps_key } }),
    shows: "POST /api/journey-admin/:rpsKey/toggle-show",
    versionOf: ({ version }) => version,
    onShowRefused: update,
    onDeleted: revalidate,
  });

  async function update(find: AdminFind) {
    const now = await read("GET /api/journey-admin/uuid/:uuid", {
      params: { uuid: find.uuid },
    });
    if (now.ok) list.change(find, now.answer);
  }

  async function toggle(find: AdminFind) {
    if (await rows.setShow(find, !find.show)) revalidate();
  }

  const columns: Column<AdminFind>[] = [
    imageColumn((find) => (
      <Thumbnail
        {...imageAddresses(find, find.first_image_name)}
        label={imageAlt(i18n, find, find.first_image_description)}
        beside={
          <figure>
            <CataloguePicture rockNumber={find.rock_number} />
            <figcaption className="soft">In the catalogue</figcaption>
          </figure>
        }
      />
    )),
    ROCK_COLUMN,
    {
      title: "Location",
      field: "location",
      isNamed: false,
      lang: ({ lang }) => lang,
    },
    column(
      "Coordinates",
      { field: "coordinates", width: 6, isNamed: false },
      (find) => <Coordinates {...find} />,
    ),
    column("Date", { field: "date", width: 4.1, isNamed: false }, ({ date }) =>
      formatDay(date),
    ),
    {
      title: "Comment",
      field: "comment",
      isNamed: false,
      lang: ({ lang }) => lang,
      text: ({ comment }) => comment,
      cell: ({ lang }) => <WrittenIn lang={lang} />,
    },
    { title: "Name", field: "name" },
    { title: "Email", field: "email" },
    column("UUID", { field: "uuid", width: 5.6 }, ({ uuid }) => (
      <span title={uuid}>{uuid.slice(0, 8)}</span>
    )),
    column(
      "Show",
      { field: "show", width: 4, className: "at-corner" },
      (find) => (
        <input
          type="checkbox"
          role="switch"
          className="switch"
          checked={find.show}
          aria-label={`Show ${describe(find)}`}
          onChange={() => void toggle(find)}
        />
      ),
    ),
    column("Images", { field: "total_images", width: 4 }, (find) => (
      <>
        <span>{find.total_images}</span>
        {find.originals_pending > 0 && (
          <small>{`${find.originals_pending} still on the way`}</small>
        )}
      </>
    )),
  ];
  return (
    <>
      <AdminTable
        label="Journey posts"
        rows={rows}
        empty={
          <EmptyState>
            <b>No posts found</b> The first find will be here.
          </EmptyState>
        }
        columns={columns}
        chooses="posts of this list"
        onEdit={editor.open}
      />
      <Opened
        by={editor}
        // Its pictures may have been changed, or someone else's changes been seen.
        onClose={(find) => void update(find).then(revalidate)}
      >
        {(find, close) => (
          <FindDialog find={find} onClose={close} onReload={editor.open} />
        )}
      </Opened>
    </>
  );
}

const Coordinates = ({
  latitude,
  longitude,
  no_place,
  precision,
}: AdminFind) => (
  <>
    {latitude === null ? (
      no_place ? (
        <span>No place</span>
      ) : (
        <span className="pill" data-tone="waits">
          Not on the map
        </span>
      )
    ) : (
      <span>{`${latitude}, ${longitude}`}</span>
    )}
    {latitude !== null && precision > 0 && (
      <small>{describePrecision(precision)}</small>
    )}
  </>
);

/** A rock's picture in the catalogue, to compare a find's photograph with. */
function CataloguePicture({ rockNumber }: { rockNumber: number }) {
  const {
    answer: rock,
    isLoading,
    failed,
    missing,
    retry,
  } = useApi("GET /api/rocks/number/:rockNumber", { params: { rockNumber } });
  if (rock?.ready)
    return (
      <img
        className="picture-large"
        src={catalogueAddress(rockNumber, rock.version)}
        alt={`rock ${rockNumber} in the catalogue`}
      />
    );
  return (
    <p className="no-catalogue-picture panel centre soft">
      <span>
        {isLoading
          ? "Loading..."
          : failed && !missing
            ? "The picture could not be loaded."
            : "There is no picture to compare with."}
      </span>
      {failed && !missing && (
        <Button look="text" onClick={retry}>
          Try again
        </Button>
      )}
    </p>
  );
}
