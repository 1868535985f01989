import { formatCount } from "#core/words.ts";
import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Link,
  useLoaderData,
  useLocation,
  useRevalidator,
} from "@remix-run/react";
import {
  EditRockByNumber,
  RockDialog,
  RockTable,
} from "#app/components/admin/rocks/rocks.tsx";
import { AddressNotice } from "#app/components/admin/print/qr-box.tsx";
import { ExportLinks } from "#app/components/admin/ui/download.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import { listArtistNames } from "#domain/artists/artists.server.ts";
import { countRocks, listRocks } from "#domain/rocks/rocks.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { PAGE_MAX } from "#core/limits.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Opened, useOpener } from "#app/components/admin/ui/forms.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const sort = new URL(request.url).searchParams.get("sort") ?? "rock_number";
  return orErrorPage(() => ({
    sort,
    counts: countRocks(),
    artists: listArtistNames(),
    publicUrl: getSettings().PUBLIC_URL,
    first: listRocks({ sort, limit: PAGE_MAX }),
  }));
}

export default function RockCatalog() {
  const { first, sort, counts, artists, publicUrl } =
    useLoaderData<typeof loader>();
  /** The dashboard's links open the dialog, and may fill in a number. */
  const { state } = useLocation() as {
    state: { creates?: number | "new" } | null;
  };
  /** Of the dialog about a rock; for one that does not exist yet its number, or 'new' without one. */
  const editor = useOpener<Rock | number | "new">();
  const { revalidate } = useRevalidator();

  return (
    <>
      <header className="admin-head">
        <h1>Rock Catalog</h1>
        <p>{`Total Rocks: ${formatCount(counts.total)} · Total Rocks (last 24h): ${formatCount(counts.last24h)}`}</p>
        <EditRockByNumber onFound={editor.open} />
        <Link className="btn btn--quiet" to="/admin/jobs#qr-codes">
          Print QR codes
        </Link>
        <Button onClick={() => editor.open("new")}>+ Create Rock</Button>
      </header>
      <AddressNotice publicUrl={publicUrl} />
      <RockTable first={first} sort={sort} onEdit={editor.open} />
      <ExportLinks of="rocks" />
      <Opened by={editor} first={state?.creates} onClose={revalidate}>
        {(rock, close) => (
          <RockDialog
            rock={typeof rock === "object" ? rock : undefined}
            number={typeof rock === "number" ? rock : undefined}
            artists={artists}
            onClose={close}
            onReload={editor.open}
          />
        )}
      </Opened>
    </>
  );
}
