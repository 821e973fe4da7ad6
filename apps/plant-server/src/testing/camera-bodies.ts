/** A body as a camera sends it. */
export interface CameraBody {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface HikvisionEvent {
  readonly plate: string;
  /** Time as the camera writes it. */
  readonly at: string;
  readonly uuid?: string;
  readonly confidence?: number;
}

/** The XML of a plate read by a Hikvision camera. */
export const buildHikvisionXml = ({
  plate,
  at,
  uuid,
  confidence = 97,
}: HikvisionEvent): string => `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<ipAddress>192.0.2.64</ipAddress>
<macAddress>02:00:5e:00:53:01</macAddress>
<channelID>1</channelID>
<dateTime>${at}</dateTime>
<eventType>ANPR</eventType>
<eventState>active</eventState>
<eventDescription>ANPR</eventDescription>
${uuid === undefined ? '' : `<UUID>${uuid}</UUID>`}
<ANPR>
<country>5</country>
<licensePlate>${plate}</licensePlate>
<line>2</line>
<direction>forward</direction>
<confidenceLevel>${confidence}</confidenceLevel>
<vehicleType>vehicle</vehicleType>
<vehicleInfo><color>white</color><speed>47</speed></vehicleInfo>
</ANPR>
</EventNotificationAlert>`;

/** The event alone. */
export const buildHikvisionBody = (event: HikvisionEvent): CameraBody => ({
  type: 'application/xml; charset="UTF-8"',
  bytes: Buffer.from(buildHikvisionXml(event)),
});

const BOUNDARY = 'MIME_boundary';

/** The event and its pictures in the parts that the camera names. */
export function buildHikvisionForm(event: HikvisionEvent, pictures: Readonly<Record<string, Uint8Array>>): CameraBody {
  const part = (name: string, file: string, type: string, bytes: Uint8Array): Buffer =>
    Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]);
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.concat([
      part('anpr.xml', 'anpr.xml', 'text/xml', Buffer.from(buildHikvisionXml(event))),
      ...Object.entries(pictures).map(([name, bytes]) => part(name, name, 'image/jpeg', bytes)),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
  };
}
