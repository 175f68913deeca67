/** Returns the response to HEAD. Frameworks discard its body without cancelling the stream. */
export async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}
