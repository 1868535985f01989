import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendFile } from "#app/http/files/send-file.server.ts";

export const loader = ({ request }: LoaderFunctionArgs) =>
  sendFile(request, {
    path: "logo.webp",
    headers: { "Cache-Control": "public, max-age=3600" },
    shipped: true,
  });
