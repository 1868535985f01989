import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { countJourneyPosts } from "#domain/journey-admin.server.ts";

export const meta: MetaFunction = () => [{ title: "Dashboard · Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return countJourneyPosts();
}

export default function Dashboard() {
  const { hidden, unplaced, failed_images } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="admin-head">
        <h1>Dashboard</h1>
        <Form method="post" action="/logout">
          <button className="btn btn--quiet">Logout</button>
        </Form>
      </header>
      <ul className="admin-counts">
        <li>
          <b>{hidden}</b> {hidden === 1 ? "find waits" : "finds wait"} to be
          shown
        </li>
        <li>
          <b>{unplaced}</b> {unplaced === 1 ? "post is" : "posts are"} not on
          the map yet
        </li>
        <li>
          <b>{failed_images}</b> {failed_images === 1 ? "picture" : "pictures"}{" "}
          could not be made
        </li>
      </ul>
      <p>
        <Link to="/admin/journey">Go to the journey posts</Link>
      </p>
    </>
  );
}
