import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchDialogSteps } from "#app/components/ui/dialog-steps.ts";
import { dropSecondPresses } from "#app/components/ui/second-presses.ts";

// The page's first script knows which browsers run the site.
if (document.documentElement.dataset.scripts !== undefined) void begin();

async function begin() {
  watchDialogSteps();
  dropSecondPresses();
  await decodeData();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
}

/**
 * Decodes the page's data before React begins. RemixBrowser throws a promise until then, and React 18 fails for good if
 * a key or tap makes it hydrate in that moment ("Root did not complete"), because no Suspense is above the root.
 */
async function decodeData() {
  try {
    RemixBrowser({});
  } catch (thrown) {
    // An error comes again when React renders, and is reported then.
    if (thrown instanceof Promise) await thrown;
  }
}
