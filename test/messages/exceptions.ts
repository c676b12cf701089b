/** Texts of the sources without an example. */

interface Exceptions {
  readonly reason: string;
  /** Files of which no text is a message to a client. */
  readonly files?: readonly string[];
  /** Starts of texts. */
  readonly texts?: readonly string[];
}

export const exceptions: readonly Exceptions[] = [
  {
    reason: 'Descriptions of the schema, and of its calls',
    files: [
      'src/graph/kit/call-descriptions.ts',
      'src/graph/kit/call-marks.ts',
      'src/graph/kit/contract/names.ts',
      'src/graph/kit/contract/types.ts',
      'src/graph/kit/federation/subgraph-sdl.ts',
      'src/graph/kit/fields/extra.ts',
      'src/graph/kit/fields/id.ts',
      'src/graph/kit/fields/mutation-errors.ts',
      'src/graph/kit/fields/root-lookup.ts',
      'src/graph/kit/null-descriptions.ts',
      'src/graph/kit/resources/singleton.ts',
    ],
    texts: [
      'Filter of ',
      'Defaults to',
      'Order of the list',
      ' Replaces `',
      'Date and time with the offset',
      'Day as ISO 8601',
      'URL of a page',
      'Email address, such',
      'The … of the written object.',
      '… Null if the object belongs to',
      'Root of queries, to read',
      'Polling interval in seconds',
      'The …, as global id, numeric id or full path.',
      'project { id } iid',
    ],
  },
  {
    reason: 'Pages, files and examples of GraphiQL, whose searches it sends itself',
    files: [
      'src/edge/graphiql.ts',
      'src/edge/graphiql-examples.ts',
      'src/edge/graphiql-files.ts',
      'src/edge/graphiql-rest-calls.ts',
      'src/edge/sandbox-reset.ts',
    ],
  },
  { reason: 'Response headers', texts: ['planned='] },
  {
    reason: 'The port for operators',
    files: ['src/edge/management.ts', 'src/edge/wake-ups.ts', 'src/graph/kit/resources/rest-path.ts'],
  },
  {
    reason: 'Settings, which the start checks',
    files: ['src/graph/kit/exposure.ts', 'src/graph/kit/gaps.ts', 'src/graph/kit/settings-error.ts'],
  },
  {
    reason: 'Names of headers, media types, secrets and code',
    files: ['src/execution/object-writer.ts', 'src/graph/kit/contract/redaction.ts', 'src/edge/cors.ts'],
    texts: [
      'HTTP/1.1',
      'sudo token',
      'retry: ',
      'Content-Type: application/json',
      'event: ',
      'application/graphql-response+json, app',
      ' in parts',
    ],
  },
  {
    reason: 'Errors that other code replaces, or adds to the log',
    texts: [
      'The client left before',
      'thrown: …',
      '\ncaused by: ',
      'The document is not valid',
      'The operation was not executed',
      'Invalid message received',
      'Too many initialisation requests',
      'Subprotocol not acceptable',
      'A message did not arrive completely within',
      'Too many bytes are arriving: the limit is',
      'The text has more than',
      ' has not been implemented',
    ],
  },
  {
    reason: 'Mistakes of a schema or in the code, which a client cannot provoke',
    files: [
      'src/execution/completion.ts',
      'src/execution/executor.ts',
      'src/execution/list-completion.ts',
      'src/execution/runtime-values.ts',
    ],
    texts: ['Unexpected error', 'must be an integer'],
  },
  {
    reason: 'Its client has left',
    texts: ['The operation was cancelled'],
  },
  {
    reason: 'The server is stopping, which another message says',
    texts: ['This server is stopping. '],
  },
  {
    reason: 'The process has no file descriptor, port or memory left',
    texts: ['The facade has no free file descriptor'],
  },
  {
    reason: 'The facade closes such a connection without a response, and only logs the error',
    texts: ['open connections'],
  },
  {
    reason: 'The limits on nesting precede it, unless the stack is smaller than usual',
    texts: ['The request or its response is nested too deep'],
  },
  {
    reason: 'Validation of the document, or the message that contains the text, precedes it',
    texts: ['The subscription selects no field', 'The id of the operation is too long'],
  },
  {
    reason: 'Keywords, free JSON in inputs, and fields of disabled operations, which only areas of applications have',
    texts: [
      'must be at least … long',
      'must have at least',
      'must match',
      'must be one of',
      'must have names',
      'The operator has disabled',
    ],
  },
  {
    reason: 'A file, or an object whose path changes during the operation: test/rest, test/graph',
    texts: ['is a part of the file', 'The path of the … was assigned to another object'],
  },
  {
    reason: 'A field without an object is null: the error is for reads of several items of a list that lacks them',
    texts: ['The upstream has no such object'],
  },
  {
    reason: 'The types of the path parameters of the interface exclude such values',
    texts: ['must not be "…", which has another meaning in the URL'],
  },
  {
    reason: 'Applications that embed the facade',
    files: ['src/edge/embedding.ts'],
    texts: ['its header Sec-Fetch-Site'],
  },
];

/** Error codes without an example, with the reason. */
export const codesWithoutExample: Readonly<Record<string, string>> = {
  RESOURCE_EXHAUSTED: 'The process has no file descriptor, port or memory left',
  INTERNAL_SERVER_ERROR: 'A mistake in the code',
};
