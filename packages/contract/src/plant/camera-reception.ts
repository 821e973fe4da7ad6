import { z } from 'zod';

/** An address with a scheme, a host, and no user. */
const addressOf = (pattern: RegExp) =>
  z
    .string()
    .max(300)
    .refine((text) => pattern.test(text) && URL.canParse(text), 'no address')
    .refine(
      (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
      'has a user',
    );
const Remote = { utente: z.string().max(120) };
const Password = { password: z.string().max(200).optional() };

const Http = z.object({ tipo: z.literal('http') });
/** Port that the plant listens on; the camera is known by its networks, so it needs some. */
const Tcp = z.object({ tipo: z.literal('tcp'), porta: z.int().min(1_024).max(65_535) });
const Folder = z.object({ tipo: z.literal('cartella') });
const Mqtt = z.object({
  tipo: z.literal('mqtt'),
  indirizzo: addressOf(/^mqtts?:\/\/[^/?#]+\/?$/i),
  argomento: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\0]+$/),
  ...Remote,
});
const Stream = z.object({ tipo: z.literal('flusso'), indirizzo: addressOf(/^(?:https?|wss?|tcp):\/\//i), ...Remote });
const Onvif = z.object({ tipo: z.literal('onvif'), indirizzo: addressOf(/^https?:\/\//i), ...Remote });

/**
 * How messages of a camera reach the plant: `http`: the camera calls it; `tcp`: it connects to a port of the plant;
 * `cartella`: files are put into a folder of the plant, for instance by an FTP server; `mqtt`: the plant subscribes to a topic
 * of a broker; `flusso`: the plant follows the event stream of the camera, its events over WebSocket (`ws://`, VAPIX), or what a
 * server writes to `tcp://`; `onvif`: the plant asks for the events of the camera (PullPoint). Without passwords.
 */
export const CameraReception = z.discriminatedUnion('tipo', [Http, Tcp, Folder, Mqtt, Stream, Onvif]);
export type CameraReception = z.output<typeof CameraReception>;

/** As set. `password` absent: the one set before, for the same address and user; empty: none. */
export const ReceptionBody = z
  .discriminatedUnion('tipo', [
    Http,
    Tcp,
    Folder,
    Mqtt.extend(Password),
    Stream.extend(Password),
    Onvif.extend(Password),
  ])
  .meta({ id: 'CameraReceptionBody' });
export type ReceptionBody = z.output<typeof ReceptionBody>;

const HasPassword = { ha_password: z.boolean() };
/** As shown. `percorso`: folder on the plant's machine. */
export const ReceptionView = z
  .discriminatedUnion('tipo', [
    Http,
    Tcp,
    Folder.extend({ percorso: z.string().max(500) }),
    Mqtt.extend(HasPassword),
    Stream.extend(HasPassword),
    Onvif.extend(HasPassword),
  ])
  .meta({ id: 'CameraReceptionView' });
export type ReceptionView = z.output<typeof ReceptionView>;
