import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRevalidator } from "@remix-run/react";
import { Button } from "./button.tsx";

const SENTENCES = {
  page: msg`This page could not be loaded. You may be offline.`,
  photographs: msg`The photographs could not be loaded. You may be offline.`,
};

interface Props {
  what: keyof typeof SENTENCES;
  /** Without it, the page's data are loaded again. */
  onTryAgain?: () => void;
}

/** Takes the place of content that could not be loaded. */
export function NotLoaded({ what, onTryAgain }: Props) {
  const { i18n } = useLingui();
  const { revalidate } = useRevalidator();
  return (
    <div className="page-more">
      <p role="status">{i18n._(SENTENCES[what])}</p>
      <Button look="quiet" onClick={onTryAgain ?? revalidate}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
