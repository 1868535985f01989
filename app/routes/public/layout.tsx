import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  useLocation,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect, useState } from "react";
import { textsOfPage } from "#app/http/page-texts.server.ts";
import type { PageTexts } from "#core/languages/catalogues.server.ts";
import { loadTexts } from "#app/components/language/load-texts.ts";
import { hasFinds } from "#app/components/share/queue/has-finds.ts";
import { revalidateOnNewPage } from "#app/components/site/revalidate-on-new-page.ts";
import { isAdminSide } from "#app/pages.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import {
  isLoadedAsDocument,
  keepAtHand,
} from "#app/components/visitor/form-at-hand.ts";

const loadSendingLine = () =>
  import("#app/components/share/sending/sending-line.tsx");

/** Opening these changes nothing, not even the count of visits. */
const OPENED_FROM_MAILS = ["/review", "/follow"];

export const loader = ({ request }: LoaderFunctionArgs) => textsOfPage(request);

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  loadTexts(new URL(request.url).pathname);

export const shouldRevalidate = revalidateOnNewPage;

export default function PublicLayout() {
  useOneLanguage();
  useDocumentsOffline();
  const { key, pathname } = useLocation();
  // Not loaded with the page, which is there sooner without it. After a failure, the next page tries again.
  useEffect(() => {
    if (!OPENED_FROM_MAILS.includes(pathname))
      import("#app/components/visitor/count-visit.ts")
        .then(({ countVisit }) => countVisit())
        .catch((error: unknown) =>
          console.error("Error counting the visit", error),
        );
  }, [key, pathname]);
  const { SendingLine } =
    useLoaded(useHasFinds() ? loadSendingLine : undefined).part ?? {};
  return (
    <>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      {SendingLine && <SendingLine />}
    </>
  );
}

/** Whether finds wait on this device. Sending them begins with the component that shows it. */
function useHasFinds() {
  const { pathname } = useLocation();
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (!has) void hasFinds().then(setHas);
  }, [has, pathname]);
  return has;
}

/** React's router sees no click on a link whose page is to be loaded as a document. */
function useDocumentsOffline() {
  useEffect(() => {
    const keepFromRouter = (event: Event) => {
      if (isLoadedAsDocument(event.target as Element)) event.stopPropagation();
    };
    window.addEventListener("click", keepFromRouter, true);
    return () => window.removeEventListener("click", keepFromRouter, true);
  }, []);
}

/** Loads the page anew if it is for those who run the site, and so in English. What is kept speaks the language too. */
function useOneLanguage() {
  const { pathname } = useLocation();
  const { language } = useLoaderData<typeof loader>();
  const ofDocument = useRouteLoaderData<PageTexts>("root")?.language;
  useEffect(() => {
    if (ofDocument && language !== ofDocument) window.location.reload();
    else if (!isAdminSide(pathname))
      void keepAtHand({ language, pathname }).catch(() => {});
  }, [language, ofDocument, pathname]);
}
