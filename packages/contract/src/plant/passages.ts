import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, MAX_FILTER_GATES, RawPlate } from '../wire.ts';
import { ANALYSIS_ERRORS, MAX_ANALYSIS_DAYS } from './gate-to-gate.ts';
import { Limitation } from './transits.ts';

/** Maximum number of passages in one response, and of plates revealed in one call. */
export const MAX_TOKEN_PASSAGES = 150_000;
export const MAX_REVEALED_PLATES = 200;
export const MAX_PASSAGE_DAYS = MAX_ANALYSIS_DAYS;

/** 128 random bits drawn by the browser for one analysis: within it a plate has the same token at every plant. */
const Salt = z.string().regex(/^[0-9a-f]{32}$/);
/** First 64 bits of SHA-256 over salt and plate, hexadecimal. */
const Token = z.string().regex(/^[0-9a-f]{16}$/);

const WINDOW_FIELDS = {
  sale: Salt,
  dal: IsoInstant,
  al: IsoInstant,
  /** Absent: all gates this person may see. */
  varchi: z.array(z.int().min(1).max(32_767)).min(1).max(MAX_FILTER_GATES).optional(),
};

const analysis = {
  errors: ANALYSIS_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  limit: 'search',
} as const;

/**
 * Passages with tokens instead of plates. An analysis over several plants only needs to know which passages belong
 * together; the plates of its findings are then requested with `revealPassages`.
 */
export const passageTokens = endpoint({
  ...analysis,
  id: 'passageTokens',
  method: 'POST',
  path: '/api/passages',
  summary: 'Passages of a window with tokens instead of plates, for analyses over several plants',
  body: z.object({
    ...WINDOW_FIELDS,
    /** Tokens with fewer passages are left out. */
    almeno: z.int().min(1).max(10).optional(),
  }),
  response: z.object({
    limitazioni: z.array(Limitation).max(8),
    /** Everything from here on is included: later than requested when there was too much. */
    dal: IsoInstant,
    al: IsoInstant,
    troncato: z.boolean(),
    /** Each token with its passages as `gate, seconds after dal`, flat and in order of time. */
    targhe: z.array(z.tuple([Token, z.array(z.number())])).max(MAX_TOKEN_PASSAGES),
    took_ms: z.int().min(0),
  }),
  audit: 'analysis.passages',
});

export const revealPassages = endpoint({
  ...analysis,
  id: 'revealPassages',
  method: 'POST',
  path: '/api/passages/reveal',
  summary: 'Plates and passages of the tokens found by an analysis',
  body: z.object({ ...WINDOW_FIELDS, token: z.array(Token).min(1).max(MAX_REVEALED_PLATES) }),
  response: z.object({
    objects: z
      .array(
        z.object({
          token: Token,
          targa: RawPlate,
          passaggi: z
            .array(
              z.object({
                id: z.string().max(24),
                varco_id: z.int(),
                varco: z.string().max(120),
                data: IsoInstant,
                nazione: z.string().max(8),
                marca: z.string().max(80),
                colore: z.string().max(40),
                classe: z.string().max(40),
              }),
            )
            .max(500),
        }),
      )
      .max(MAX_REVEALED_PLATES),
  }),
  audit: 'analysis.reveal',
});
