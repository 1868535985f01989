import { useLingui } from "@lingui/react";
import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { imageAlt } from "#domain/core/languages/image-alt.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { useRowActions } from "#app/components/admin/table/use-row-actions.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import {
  ActionsCell,
  AdminTable,
  Cell,
  DeleteButton,
  Row,
  RowButton,
  TextCell,
} from "#app/components/admin/table/admin-table.tsx";
import {
  BulkBar,
  type BulkAction,
} from "#app/components/admin/table/bulk-bar.tsx";
import {
  AllRowsCheckbox,
  RowCheckbox,
} from "#app/components/admin/table/row-checkbox.tsx";
import { ShowMore } from "#app/components/admin/table/show-more.tsx";
import { EmptyState } from "#app/components/admin/ui/empty-state.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { imageAddresses } from "./addresses.ts";
import { WrittenIn } from "#app/components/language/written-in.tsx";
import { CataloguePicture } from "./catalogue-picture.tsx";
import { Opened, useOpener } from "#app/components/admin/ui/opened.tsx";
import { describePrecision } from "#app/components/admin/places/describe-place.ts";
import { FindDialog } from "./find-dialog.tsx";
import { formatDay } from "#app/components/words/days.ts";

const columns = [
  { title: "Image", width: 4 },
  { title: "Rock", field: "rock_number", width: 3.9 },
  { title: "Location", field: "location" },
  { title: "Coordinates", field: "coordinates", width: 6 },
  { title: "Date", field: "date", width: 4.1 },
  { title: "Comment", field: "comment" },
  { title: "Name", field: "name", width: 5.5 },
  { title: "Email", field: "email" },
  { title: "UUID", field: "uuid", width: 5.6 },
  { title: "Show", field: "show", width: 4 },
  { title: "Images", field: "total_images", width: 4 },
  { title: "Actions", width: 7.6 },
];

const keyOf = (find: AdminFind) => find.rps_key;
const describe = (find: AdminFind) =>
  `rock ${find.rock_number}, ${find.location}`;
const sentOf = ({ rps_key }: AdminFind) => ({ params: { rpsKey: rps_key } });

/** All finds as a table, page by page. Give it a new `key` for a new sort order. */
export function FindTable({
  first,
  sort,
}: {
  first: Page<AdminFind>;
  sort: string;
}) {
  const { i18n } = useLingui();
  const list = useList("GET /api/journey-admin", {}, { keyOf, first, sort });
  const finds = list.items ?? [];
  const { call: read } = useSave();
  const editor = useOpener<AdminFind>();
  /** Saved since the list was loaded: its place in the order may be another now. */
  const [saved, setSaved] = useState<number>();
  const { revalidate } = useRevalidator();
  const { call, failureOf, remove, deletion, end } = useRowActions(list, {
    one: "post",
    labelOf: (find) => `Rock ${find.rock_number}, ${find.location}`,
    deletes: "DELETE /api/journey-admin/:rpsKey",
    sentOf,
    onDeleted: revalidate,
  });

  async function setShow(find: AdminFind, show: boolean) {
    const set = await call(
      find,
      "POST /api/journey-admin/:rpsKey/toggle-show",
      { ...sentOf(find), body: { show } },
      { version: find.version },
    );
    if (set.ok) {
      const { answer, version = find.version } = set;
      list.change(find, { ...answer, version });
    } else if (set.error.status === 409) await update(find);
    return set.ok;
  }

  /** Shows a find as somebody else has left it meanwhile. */
  async function update(find: AdminFind) {
    const now = await read("GET /api/journey-admin", {
      query: { uuid: find.uuid },
    });
    if (now.ok && now.answer[0]) list.change(find, now.answer[0]);
  }

  async function toggle(find: AdminFind) {
    if (await setShow(find, !find.show)) revalidate();
  }

  const actions: BulkAction<AdminFind>[] = [
    { label: "Show", run: (find) => setShow(find, true) },
    { label: "Hide", run: (find) => setShow(find, false) },
    deletion,
  ];

  const allRows = (
    <AllRowsCheckbox
      label="Choose all posts of this list"
      selection={list.selection}
    />
  );
  return (
    <>
      {finds.length === 0 ? (
        <EmptyState>
          <b>No posts found</b> The first find will be here.
        </EmptyState>
      ) : (
        <AdminTable
          label="Journey posts"
          columns={[{ title: allRows, width: 3.05 }, ...columns]}
          sort={sort}
        >
          {finds.map((find) => (
            <Row
              key={find.rps_key}
              className={`${find.show ? "" : "is-hidden"} ${find.rps_key === saved ? "is-saved" : ""}`}
            >
              <Cell className="at-choose">
                <RowCheckbox
                  label={`Choose ${describe(find)}`}
                  item={find}
                  selection={list.selection}
                />
              </Cell>
              <Cell className="at-image">
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
              </Cell>
              <Cell className="at-title">{find.rock_number}</Cell>
              <TextCell text={find.location} lang={find.lang} />
              <Cell>
                {find.latitude === null ? (
                  <span className={find.no_place ? undefined : "admin-todo"}>
                    {find.no_place ? "No place" : "Not on the map"}
                  </span>
                ) : (
                  <span>{`${find.latitude}, ${find.longitude}`}</span>
                )}
                {find.latitude !== null && find.precision > 0 && (
                  <small className="at-note">
                    {describePrecision(find.precision)}
                  </small>
                )}
                {find.rps_key === saved && (
                  <span className="at-saved" role="status">
                    Saved
                  </span>
                )}
              </Cell>
              <Cell>{formatDay(find.date.slice(0, 10))}</Cell>
              <TextCell text={find.comment} lang={find.lang}>
                <WrittenIn lang={find.lang} />
              </TextCell>
              <TextCell label="Name" text={find.name} />
              <TextCell label="Email" text={find.email} />
              <Cell label="UUID" title={find.uuid}>
                {find.uuid.slice(0, 8)}
              </Cell>
              <Cell className="at-corner">
                <input
                  type="checkbox"
                  role="switch"
                  className="switch"
                  checked={find.show}
                  aria-label={`Show ${describe(find)}`}
                  onChange={() => void toggle(find)}
                />
              </Cell>
              <Cell label="Images">
                <span>{find.total_images}</span>
                {find.originals_pending > 0 && (
                  <small className="at-note">{`${find.originals_pending} still on the way`}</small>
                )}
              </Cell>
              <ActionsCell failure={failureOf(find)}>
                <RowButton
                  of={describe(find)}
                  onClick={() => editor.open(find)}
                >
                  Edit
                </RowButton>
                <DeleteButton
                  of={describe(find)}
                  onClick={() => void remove(find)}
                />
              </ActionsCell>
            </Row>
          ))}
        </AdminTable>
      )}
      <BulkBar
        selected={list.selection.selected}
        actions={actions}
        onEnd={end}
      />
      <ShowMore list={list} />
      <Opened by={editor}>
        {(find, close) => (
          <FindDialog
            key={find.version}
            find={find}
            onClose={close}
            onReload={editor.open}
            onSaved={(find) => {
              list.change(find, find);
              setSaved(find.rps_key);
              close();
              revalidate();
            }}
          />
        )}
      </Opened>
    </>
  );
}
