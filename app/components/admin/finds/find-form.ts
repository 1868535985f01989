import { FALLBACK, ApiError } from "#app/components/admin/data/call-api.ts";

/**
 * Sends a form as the admin and tells how much of it has gone, from 0 to 1; fetch can't, hence the older call.
 * @throws {ApiError} where the server refuses, or can't be reached
 */
export function postForm<T>(
  path: string,
  form: FormData,
  onProgress: (part: number) => void,
  method: "POST" | "PUT" = "POST",
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status } = request;
      const answer = (request.response ?? {}) as {
        error?: string;
        fields?: Record<string, string>;
      };
      if (status === 401) window.location.assign("/login");
      if (status >= 200 && status < 300) resolve(answer as T);
      else
        reject(
          new ApiError(status, answer.error ?? FALLBACK, answer.fields ?? {}),
        );
    };
    request.onerror = () =>
      reject(new ApiError(0, "The site could not be reached.", {}));
    request.open(method, path);
    request.setRequestHeader("Accept", "application/json");
    request.send(form);
  });
}
