import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { AlbumsScreen } from "#app/components/admin/albums/albums-screen.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";

export const meta: MetaFunction = () => [{ title: "Albums · Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return null;
}

export default function Albums() {
  return <AlbumsScreen />;
}
