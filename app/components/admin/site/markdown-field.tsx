import { Failure } from "#app/components/fields/failure.tsx";
import { useEffect, useState } from "react";
import { Markdown } from "#app/components/ui/markdown.tsx";
import { usePause } from "#app/components/ui/use-pause.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { TextField } from "#app/components/fields/field.tsx";

export interface Preview {
  text: string;
  html: string;
}

export function MarkdownField({
  label,
  name,
  first,
  preview: firstPreview,
  maxLength,
}: {
  label: string;
  name: string;
  /** The text that the field holds when it is opened. */
  first: string;
  /** As the screen's loader has made it. */
  preview: Preview;
  maxLength: number;
}) {
  const [text, setText] = useState(first);
  const { html, failed } = usePreview(text, firstPreview);
  return (
    <div className="field--full markdown-field">
      <TextField
        label={`${label}, in Markdown`}
        name={name}
        rows={16}
        maxLength={maxLength}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <section className="markdown-preview" aria-label={`Preview: ${label}`}>
        {failed ? (
          <Failure>The preview could not be made.</Failure>
        ) : html === undefined ? (
          <p className="soft">Loading...</p>
        ) : text.trim() === "" ? (
          <p className="soft">
            Left blank, it goes back to the text it had at first.
          </p>
        ) : (
          <Markdown html={html} />
        )}
      </section>
    </div>
  );
}

/** The text as its page will show it. The server makes it once the typing has paused. */
function usePreview(text: string, first: Preview) {
  const [preview, setPreview] = useState<Preview>();
  const { call, failure } = useSave();
  const settled = usePause(text);
  const known = settled === first.text ? first : preview;
  const isKnown = known?.text === settled;

  useEffect(() => {
    if (isKnown) return;
    let isCurrent = true;
    void call("POST /api/site-texts/preview", {
      body: { text: settled },
    }).then((made) => {
      if (isCurrent && made.ok)
        setPreview({ text: settled, html: made.answer.html });
    });
    return () => {
      isCurrent = false;
    };
  }, [call, settled, isKnown]);
  return { html: known?.html, failed: failure !== undefined && !isKnown };
}
