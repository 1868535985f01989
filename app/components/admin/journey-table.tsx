import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { JourneyPost } from "#domain/schemas.ts";
import { AdminTable, Cell, Row, type Column } from "./admin-table.tsx";
import { callApi } from "./call-api.ts";
import { JourneyDialog } from "./journey-dialog.tsx";
import { postPicture } from "./post-picture.ts";
import { Thumbnail } from "./picture.tsx";

const columns: Column[] = [
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

const describe = (post: JourneyPost) =>
  `rock ${post.rock_number}, ${post.location}`;

/** All posts as a table, loaded page by page. Give it a new `key` for a new sort order. */
export function JourneyTable({
  first,
  next: firstNext,
  sort,
}: {
  first: JourneyPost[];
  next: string | null;
  sort: string;
}) {
  const [posts, setPosts] = useState(first);
  const [next, setNext] = useState(firstNext);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const [editing, setEditing] = useState<JourneyPost>();
  const revalidator = useRevalidator();

  const replace = (post: JourneyPost) =>
    setPosts((all) =>
      all.map((other) => (other.rps_key === post.rps_key ? post : other)),
    );

  async function loadMore(cursor: string) {
    setState("loading");
    try {
      const query = new URLSearchParams({ sort, limit: "100", before: cursor });
      const { answer, headers } = await callApi<JourneyPost[]>(
        "GET",
        `/api/journey-admin?${query}`,
      );
      const [, link] =
        /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "") ?? [];
      setPosts((all) => [...all, ...answer]);
      setNext(
        link
          ? new URL(link, window.location.origin).searchParams.get("before")
          : null,
      );
      setState("idle");
    } catch (error) {
      console.error("Error loading posts", error);
      setState("failed");
    }
  }

  async function toggle(post: JourneyPost) {
    try {
      const { answer } = await callApi<{ show: boolean }>(
        "POST",
        `/api/journey-admin/${post.rps_key}/toggle-show`,
        {
          show: !post.show,
        },
      );
      replace({ ...post, show: answer.show });
      revalidator.revalidate();
    } catch (error) {
      console.error("Error toggling post", error);
    }
  }

  async function remove(post: JourneyPost) {
    if (!window.confirm("Are you sure you want to delete this post?")) return;
    try {
      await callApi("DELETE", `/api/journey-admin/${post.rps_key}`);
      setPosts((all) => all.filter((other) => other.rps_key !== post.rps_key));
      revalidator.revalidate();
    } catch (error) {
      console.error("Error deleting post", error);
    }
  }

  if (posts.length === 0) return <p className="admin-empty">No posts found</p>;
  return (
    <>
      <AdminTable label="Journey posts" columns={columns} sort={sort}>
        {posts.map((post) => (
          <Row
            key={post.rps_key}
            className={post.show ? undefined : "is-hidden"}
          >
            <Cell className="at-image">
              <Thumbnail
                {...postPicture(post, post.first_image_name)}
                label={`the picture of ${describe(post)}`}
              />
            </Cell>
            <Cell className="at-title">{post.rock_number}</Cell>
            <Cell className="at-text" title={post.location}>
              {post.location}
            </Cell>
            <Cell className="at-coordinates">
              {post.latitude === null ? (
                <span className="admin-todo">Not on the map</span>
              ) : (
                `${post.latitude}, ${post.longitude}`
              )}
            </Cell>
            <Cell className="at-date">{post.date.slice(0, 10)}</Cell>
            <Cell className="at-text" title={post.comment}>
              {post.comment}
            </Cell>
            <Cell className="at-text" label="Name">
              {post.name}
            </Cell>
            <Cell className="at-text" label="Email">
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
            <Cell className="at-count" label="Images">
              {post.total_images}
            </Cell>
            <Cell className="at-actions">
              <button
                type="button"
                className="mini"
                onClick={() => setEditing(post)}
              >
                Edit<span className="sr"> {describe(post)}</span>
              </button>
              <button
                type="button"
                className="mini mini--danger"
                onClick={() => void remove(post)}
              >
                Delete<span className="sr"> {describe(post)}</span>
              </button>
            </Cell>
          </Row>
        ))}
      </AdminTable>
      {next !== null && (
        <p className="admin-more">
          {state === "failed" && (
            <span role="alert">The next posts could not be loaded. </span>
          )}
          <button
            type="button"
            className="btn btn--quiet"
            disabled={state === "loading"}
            onClick={() => void loadMore(next)}
          >
            {state === "loading" ? "Loading..." : "Show more"}
          </button>
        </p>
      )}
      {editing && (
        <JourneyDialog
          post={editing}
          onClose={() => setEditing(undefined)}
          onSaved={(post) => {
            replace(post);
            setEditing(undefined);
            revalidator.revalidate();
          }}
        />
      )}
    </>
  );
}
