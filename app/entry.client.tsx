import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchDialogSteps } from "#app/components/ui/dialog-steps.ts";
import { dropSecondPresses } from "#app/components/ui/second-presses.ts";

watchDialogSteps();
dropSecondPresses();

void decodeData().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);

/**
 * RemixBrowser throws a promise until it has decoded the page's data. If a key or tap makes React hydrate in that
 * moment, React 18 fails ("Root did not complete") and the page never works, because there is no Suspense above the
 * root. So the data is decoded before React begins.
 */
async function decodeData() {
  try {
    RemixBrowser({});
  } catch (thrown) {
    // An error comes again when React renders, and is reported then.
    if (thrown instanceof Promise) await thrown;
  }
}
