import { useEffect, useState } from "react";
import { Markdown } from "#app/components/ui/markdown.tsx";
import { callApi } from "#app/components/admin/data/call-api.ts";
import { TextField } from "#app/components/admin/ui/field.tsx";

/** A pause in the typing. */
const PAUSE_MS = 300;

/** A text in Markdown, and beside it how it will look. */
export function MarkdownField({
  label,
  name,
  first,
  maxLength,
  error,
}: {
  label: string;
  name: string;
  /** What it holds when it is opened. */
  first: string;
  maxLength: number;
  error?: string;
}) {
  const [text, setText] = useState(first);
  const { html, failed } = usePreview(text);
  return (
    <div className="field--full markdown-field">
      <TextField
        label={`${label}, in Markdown`}
        name={name}
        rows={16}
        maxLength={maxLength}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={error}
      />
      <section className="markdown-preview" aria-label={`Preview: ${label}`}>
        {failed ? (
          <p className="field-error" role="alert">
            The preview could not be made.
          </p>
        ) : html === undefined ? (
          <p className="admin-small">Loading...</p>
        ) : text.trim() === "" ? (
          <p className="admin-small">
            Left blank, it goes back to the text it had at first.
          </p>
        ) : (
          <Markdown html={html} />
        )}
      </section>
    </div>
  );
}

/** The text as its page will show it, made by the server once the typing pauses. */
function usePreview(text: string) {
  const [html, setHtml] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      callApi<{ html: string }>("POST", "/api/site-texts/preview", { text })
        .then(({ answer }) => {
          if (!isCurrent) return;
          setHtml(answer.html);
          setFailed(false);
        })
        .catch((error: unknown) => {
          console.error("Error making the preview", error);
          if (isCurrent) setFailed(true);
        });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return { html, failed };
}
