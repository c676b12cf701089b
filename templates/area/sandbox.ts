/** Invented data and behavior of the operations, for the sandbox. */
import { defineSandbox, SandboxError } from 'portico/kit';

/** Lowest access level that may create. */
const developer = 30;

export const sandbox = defineSandbox({
  // Created at the start of each sandbox, and again by its `reset`.
  data: () => ({
    items: [
      { id: 1, name: 'First', created_at: '2026-01-01T12:00:00Z' },
      { id: 2, name: 'Second', created_at: '2026-01-02T12:00:00Z' },
    ],
  }),
  handlers: {
    // Returns all items that match; the sandbox pages them.
    list__Types__: ({ data, query }) => data.items.filter(({ name }) => name.includes(query.search ?? '')),
    get__Type__({ data, path }) {
      const item = data.items.find(({ id }) => id === path.__parameter__);
      if (item === undefined) throw new SandboxError(404, '404 Not Found');
      return item;
    },
    create__Type__({ data, body, project, now }) {
      if ((project?.accessLevel ?? 0) < developer) throw new SandboxError(403, '403 Forbidden');
      const item = { id: data.items.length + 1, name: body.name, created_at: new Date(now).toISOString() };
      data.items.push(item);
      return item;
    },
  },
});
