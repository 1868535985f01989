import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { JourneyPost } from "#domain/finds/answers.ts";
import {
  AdminTable,
  Cell,
  Row,
  RowButton,
} from "#app/components/admin/table/admin-table.tsx";
import {
  BulkBar,
  type BulkAction,
} from "#app/components/admin/table/bulk-bar.tsx";
import { callApi } from "#app/components/admin/ui/call-api.ts";
import { CatalogueSide } from "./catalogue-side.tsx";
import { ChooseBox } from "#app/components/admin/ui/checkbox-label.tsx";
import { JourneyDialog } from "./find-dialog.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { postPicture } from "./find-picture.ts";
import { ShowMore } from "#app/components/admin/table/show-more.tsx";
import { usePages } from "#app/components/admin/table/use-pages.ts";
import { useSelection } from "#app/components/admin/table/use-selection.ts";

const columns = [
  { title: "Image" },
  { title: "Rock", field: "rock_number" },
  { title: "Location", field: "location" },
  { title: "Coordinates", field: "coordinates" },
  { title: "Date", field: "date" },
  { title: "Comment", field: "comment" },
  { title: "Name", field: "name" },
  { title: "Email", field: "email" },
  { title: "UUID", field: "uuid" },
  { title: "Show", field: "show" },
  { title: "Images", field: "total_images" },
  { title: "Actions" },
];

const keyOf = (post: JourneyPost) => post.rps_key;
const describe = (post: JourneyPost) =>
  `rock ${post.rock_number}, ${post.location}`;

const setShow = async (key: number, show: boolean) =>
  (
    await callApi<{ show: boolean }>(
      "POST",
      `/api/journey-admin/${key}/toggle-show`,
      { show },
    )
  ).answer;
const remove = (key: number) => callApi("DELETE", `/api/journey-admin/${key}`);

/** All posts as a table, loaded page by page. Give it a new `key` for a new sort order. */
export function JourneyTable({
  first,
  sort,
}: {
  first: { items: JourneyPost[]; next: string | null };
  sort: string;
}) {
  const pages = usePages("/api/journey-admin", first, sort, keyOf);
  const selection = useSelection(pages.items.map(keyOf));
  const [editing, setEditing] = useState<JourneyPost>();
  /** Saved since the list was loaded: its place in the order may be another now. */
  const [saved, setSaved] = useState<number>();
  const { revalidate } = useRevalidator();

  async function toggle(post: JourneyPost) {
    try {
      pages.change(post.rps_key, await setShow(post.rps_key, !post.show));
      revalidate();
    } catch (error) {
      console.error("Error toggling post", error);
    }
  }

  async function removeOne(post: JourneyPost) {
    if (!window.confirm("Are you sure you want to delete this post?")) return;
    try {
      await remove(post.rps_key);
      pages.drop(post.rps_key);
      revalidate();
    } catch (error) {
      console.error("Error deleting post", error);
    }
  }

  const actions: BulkAction[] = [
    {
      label: "Show",
      run: async (key) => pages.change(key, await setShow(key, true)),
    },
    {
      label: "Hide",
      run: async (key) => pages.change(key, await setShow(key, false)),
    },
    {
      label: "Delete",
      isDanger: true,
      confirm: (count) =>
        count === 1
          ? "Are you sure you want to delete this post?"
          : `Are you sure you want to delete these ${count} posts?`,
      run: async (key) => {
        await remove(key);
        pages.drop(key);
      },
    },
  ];

  const choose = (
    <ChooseBox
      label="Choose all posts of this list"
      checked={selection.areAllChosen}
      isMixed={selection.chosen.length > 0 && !selection.areAllChosen}
      onChange={selection.toggleAll}
    />
  );
  return (
    <>
      <BulkBar chosen={selection.chosen} actions={actions} onEnd={revalidate} />
      {pages.items.length === 0 ? (
        <p className="admin-empty">No posts found</p>
      ) : (
        <AdminTable
          label="Journey posts"
          columns={[{ title: choose }, ...columns]}
          sort={sort}
        >
          {pages.items.map((post) => (
            <Row
              key={post.rps_key}
              className={`${post.show ? "" : "is-hidden"} ${post.rps_key === saved ? "is-saved" : ""}`}
            >
              <Cell className="at-choose">
                <ChooseBox
                  label={`Choose ${describe(post)}`}
                  checked={selection.isChosen(post.rps_key)}
                  onChange={() => selection.toggle(post.rps_key)}
                />
              </Cell>
              <Cell className="at-image">
                <Thumbnail
                  {...postPicture(post, post.first_image_name)}
                  label={`the picture of ${describe(post)}`}
                  beside={
                    <figure>
                      <CatalogueSide rockNumber={post.rock_number} large />
                      <figcaption>In the catalogue</figcaption>
                    </figure>
                  }
                />
              </Cell>
              <Cell className="at-title">{post.rock_number}</Cell>
              <Cell className="at-text" title={post.location}>
                {post.location}
              </Cell>
              <Cell className="at-coordinates">
                {post.latitude === null ? (
                  <span className={post.no_place ? undefined : "admin-todo"}>
                    {post.no_place ? "No place" : "Not on the map"}
                  </span>
                ) : (
                  `${post.latitude}, ${post.longitude}`
                )}
                {post.rps_key === saved && (
                  <span className="at-saved" role="status">
                    Saved
                  </span>
                )}
              </Cell>
              <Cell className="at-date">{post.date.slice(0, 10)}</Cell>
              <Cell className="at-text" title={post.comment}>
                {post.comment}
              </Cell>
              <Cell className="at-text" label="Name" title={post.name}>
                {post.name}
              </Cell>
              <Cell
                className="at-text at-email"
                label="Email"
                title={post.email}
              >
                {post.email}
              </Cell>
              <Cell className="at-uuid" label="UUID" title={post.uuid}>
                {post.uuid.slice(0, 8)}
              </Cell>
              <Cell className="at-corner">
                <input
                  type="checkbox"
                  role="switch"
                  className="switch"
                  checked={post.show}
                  aria-label={`Show ${describe(post)}`}
                  onChange={() => void toggle(post)}
                />
              </Cell>
              <Cell label="Images">{post.total_images}</Cell>
              <Cell className="at-actions">
                <RowButton of={describe(post)} onClick={() => setEditing(post)}>
                  Edit
                </RowButton>
                <RowButton
                  of={describe(post)}
                  danger
                  onClick={() => void removeOne(post)}
                >
                  Delete
                </RowButton>
              </Cell>
            </Row>
          ))}
        </AdminTable>
      )}
      {pages.hasMore && <ShowMore state={pages.state} load={pages.loadMore} />}
      {editing && (
        <JourneyDialog
          key={editing.version}
          post={editing}
          onClose={() => setEditing(undefined)}
          onReload={setEditing}
          onSaved={(post) => {
            pages.change(post.rps_key, post);
            setSaved(post.rps_key);
            setEditing(undefined);
            revalidate();
          }}
        />
      )}
    </>
  );
}
