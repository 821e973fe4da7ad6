import type { FamilyDescription } from '../family-description.ts';

/** ITSAPI notifications (also Intelbras and other brands) and events of the attach stream. */
export const dahua: FamilyDescription = {
  id: 'dahua',
  name: 'Dahua ITSAPI',
  vendor: 'Dahua, Intelbras and OEM brands',
  sends: ['http', 'pull', 'ftp'],
  reply: { status: 200, type: 'application/json', body: '{"Result":true,"Message":"Success"}' },
  setup: {
    page: 'Setup > Network > Auto Upload > HTTP (older: ITSAPI)',
    address: 'IP/Domain Name, Port',
    user: 'Username',
    key: 'Password',
    format: 'Report path /NotificationInfo/TollgateInfo, heartbeat path /NotificationInfo/KeepAlive, JSON',
    template: null,
  },
  recognise: [
    [{ path: 'Picture.Plate' }],
    [{ path: '*.Picture.Plate' }],
    [{ path: 'Active', is: ['keepAlive'] }],
    [{ path: 'Active' }, { path: 'DeviceID' }],
    [{ path: 'DeviceModel' }, { path: 'DeviceID' }],
    [{ path: 'Events.TrafficCar' }],
    [{ path: 'ReturnEvents.TrafficCar' }],
    [{ path: 'TrafficCar' }],
    [{ path: 'params.eventList.Data.TrafficCar' }],
    [{ path: 'Events.EventBaseInfo' }],
    [{ path: 'Picture.SnapInfo' }],
  ],
  heartbeat: [
    [{ path: 'Active' }],
    [{ path: 'Heartbeat' }],
    // What it tells of itself when it starts to report.
    [{ path: 'DeviceModel' }, { path: 'DeviceID' }],
  ],
  events: ['params.eventList.Data', 'Events', 'ReturnEvents', 'data', ''],
  vehicles: ['Picture', 'TrafficCar'],
  plate: {
    paths: [
      'Picture.Plate.PlateNumber',
      '*.Picture.Plate.PlateNumber',
      'TrafficCar.PlateNumber',
      'Object.PlateNumber',
      'Plate.PlateNumber',
      'NonMotor.Plate.Text',
    ],
    absentIn: [[{ path: 'Picture.SnapInfo' }], [{ path: '*.Picture.SnapInfo' }], [{ path: 'TrafficCar' }]],
  },
  time: {
    paths: [
      'Picture.SnapInfo.AccurateTime',
      '*.Picture.SnapInfo.AccurateTime',
      'Picture.SnapInfo.SnapTime',
      '*.Picture.SnapInfo.SnapTime',
      'SnapInfo.SnapTime',
      'RealUTC',
      'LocaleTime',
      'UTC',
      'TrafficCar.SnapTime',
    ],
  },
  externalId: { paths: ['EventID', 'GroupID', 'TrafficCar.RecordNo', 'Picture.SnapInfo.RecordID'], nothing: ['0'] },
  device: {
    paths: [
      'Picture.SnapInfo.DeviceID',
      '*.Picture.SnapInfo.DeviceID',
      'TrafficCar.MachineName',
      'TrafficCar.DeviceAddress',
      'Picture.SnapInfo.SnapAddress',
      'DeviceID',
    ],
  },
  confidence: {
    // The documents say 0 to 255 for what a camera detects, and devices were seen to send more than 100; others send percent,
    // which cannot be told from the first below 100.
    paths: ['Picture.Plate.Confidence', '*.Picture.Plate.Confidence', 'Object.Confidence', 'TrafficCar.Confidence'],
    scale: 'percentOrByte',
  },
  nation: {
    paths: [
      'Picture.Plate.Country',
      '*.Picture.Plate.Country',
      'Picture.Plate.Region',
      'TrafficCar.Country',
      'Object.Country',
      'TrafficCar.Region',
    ],
  },
  direction: {
    paths: [
      'Picture.SnapInfo.Direction',
      '*.Picture.SnapInfo.Direction',
      'TrafficCar.DrivingDirection[0]',
      'JunctionDirection',
      'TrafficCar.Direction',
      'Direction',
    ],
    codes: { obverse: '3', reverse: '4', '-1': '', 0: '3', 1: '4' },
  },
  lane: {
    paths: ['Picture.SnapInfo.LanNo', 'Picture.SnapInfo.LaneNo', '*.Picture.SnapInfo.LanNo', 'TrafficCar.Lane', 'Lane'],
  },
  speed: { paths: ['Picture.Vehicle.Speed', '*.Picture.Vehicle.Speed', 'TrafficCar.Speed', 'Speed'], unit: 'kmh' },
  colour: {
    paths: [
      'Picture.Vehicle.VehicleColor',
      '*.Picture.Vehicle.VehicleColor',
      'TrafficCar.VehicleColor',
      'Vehicle.MainColor',
    ],
  },
  brand: {
    paths: ['Picture.Vehicle.VehicleSign', '*.Picture.Vehicle.VehicleSign', 'TrafficCar.VehicleSign', 'Vehicle.Text'],
  },
  model: { paths: ['Picture.Vehicle.VehicleSeries', '*.Picture.Vehicle.VehicleSeries', 'TrafficCar.VehicleSeries'] },
  vehicleClass: {
    paths: [
      'Picture.Vehicle.VehicleType',
      '*.Picture.Vehicle.VehicleType',
      'Vehicle.Category',
      'TrafficCar.Category',
      'TrafficCar.VehicleType',
    ],
    codes: { motor: 'car', 'non-motor': '', tricycle: '' },
  },
  position: {
    lat: ['TrafficCar.GPSInfo.Latitude', 'GPS.Latitude'],
    lon: ['TrafficCar.GPSInfo.Longitude', 'GPS.Longitude'],
  },
  listHit: {
    paths: ['Picture.SnapInfo.AllowUser', '*.Picture.SnapInfo.AllowUser', 'Picture.SnapInfo.BlockUser'],
    names: { true: 'AllowUser', false: '' },
  },
  pictures: [
    {
      role: 'context',
      paths: [
        'Picture.NormalPic.Content',
        '*.Picture.NormalPic.Content',
        'Picture.VehiclePic.Content',
        '*.Picture.VehiclePic.Content',
      ],
      parts: ['normalpic', 'vehiclepic'],
    },
    {
      role: 'plate',
      paths: ['Picture.CutoutPic.Content', '*.Picture.CutoutPic.Content', 'Picture.PlatePic.Content'],
      parts: ['cutoutpic', 'platepic'],
    },
  ],
};
