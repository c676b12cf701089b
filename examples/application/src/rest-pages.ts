interface RestPipeline {
  readonly id: number;
  readonly ref: string;
}

export async function* readFailedPipelinesByPage(base: string, token: string, project: string) {
  let page: string | null = '1';
  while (page) {
    const url = `${base}/projects/${encodeURIComponent(project)}/pipelines?status=failed&per_page=100&page=${page}`;
    const response: Response = await fetch(url, { headers: { 'private-token': token } });
    const pipelines: readonly RestPipeline[] = await response.json();
    yield* pipelines;
    page = response.headers.get('x-next-page');
  }
}
