/** The members of an audit entry about what the plant does by itself. `name`: which part of it. */
export const buildSystemOrigin = (name: string) =>
  ({
    actor: { kind: 'system', id: null, name, group: null, level: null, session: null },
    from: { ip: null, client: null },
    req: null,
  }) as const;
