import { tableOf } from './words.ts';

/** Varco's colours by the words of vendors, English and the languages of their pages. Orange and pink have no code here. */
export const COLOUR_WORDS = tableOf({
  white: 'white,bianco,blanc,weiss,weiß,blanco,branco,pearl,ivory,白,白色',
  black: 'black,nero,noir,schwarz,negro,preto,黑,黑色',
  red: 'red,rosso,rouge,rot,rojo,vermelho,darkred,maroon,burgundy,红,红色',
  brown: 'brown,marrone,marron,braun,bronze,darkbrown,棕,棕色,褐色',
  purple: 'purple,violet,viola,violett,morado,roxo,紫,紫色',
  yellow: 'yellow,giallo,jaune,gelb,amarillo,amarelo,gold,golden,lightyellow,黄,黄色',
  green: 'green,verde,vert,grün,gruen,darkgreen,lightgreen,绿,绿色',
  grey: 'grey,gray,silver,silvergrey,silvergray,grigio,argento,gris,grau,silber,plata,cinza,prata,darkgray,darkgrey,lightgray,lightgrey,deepgray,dimgray,dimgrey,灰,灰色,银色',
  blue: 'blue,blu,azzurro,bleu,blau,azul,navy,navyblue,darkblue,lightblue,deepblue,skyblue,cyan,蓝,蓝色',
});

/** Varco's vehicle classes by the words of vendors. A truck without a weight is a heavy one. */
export const CLASS_WORDS = tableOf({
  car: 'car,auto,autovettura,automobile,passengercar,passenger car,sedan,saloon,suv,mpv,suvmpv,hatchback,coupe,convertible,wagon,stationwagon,estate,crossover,compact,limousine,sportscar,taxi,privatecar,salooncar,motorcar,smallcar,mediumcar,midsizecar,midsedan,personenwagen,pkw,voiture,coche,carro,sedan-compact,sedan-convertible,sedan-sports,sedan-standard,sedan-wagon,suv-compact,suv-crossover,suv-standard,suv-wagon,suv/mpv,luxurysedan,familysedan,小车,轿车',
  bus: 'bus,coach,autobus,minibus,largebus,bigbus,mediumbus,midbus,smallbus,microbus,midpassengercar,omnibus',
  light_truck:
    'lighttruck,light_truck,pickup,pickuptruck,pick-up,minitruck,smalltruck,microtruck,lightdutytruck,truck-standard,autocarroleggero',
  heavy_truck:
    'heavytruck,truck,lorry,largetruck,bigtruck,mediumtruck,midtruck,heavydutytruck,tractor-trailer,tractortrailer,semitrailer,tanktruck,oiltanktruck,dumptruck,slagtruck,mixertruck,containertruck,hgv,camion,autocarro,lkw,camión,caminhao,concretemixer,hazmattruck',
  motorbike:
    'motorbike,motorcycle,moto,motociclo,motocicletta,twowheeler,twowheelvehicle,twowheelervehicle,bike,motorrad,motocicleta,摩托车',
  moped: 'moped,scooter,ciclomotore,lightmotorcycle',
  trailer: 'trailer,rimorchio,caravan,anhänger,remolque',
  van: 'van,minivan,furgone,lightvan,deliveryvan,microvan,mini van,cargovan,passengervan,van-full,van-mini,lgv,fourgon,transporter,furgon,furgão',
});

/** Where the camera sees the vehicle go: 3 towards it, 4 away. Entry and exit of the place it watches: 1 and 2. */
export const DIRECTION_WORDS = tableOf({
  '1': 'entry,enter,entering,entrance,ingress,entrata,ingresso,einfahrt,entrada',
  '2': 'exit,exiting,egress,uscita,ausfahrt,salida,saida',
  '3': 'approaching,approach,approached,towards,toward,incoming,coming,come,in,forward,inbound,closer,front,obverse,oncoming,avvicinamento,goclose',
  '4': 'leaving,leave,away,awayfrom,receding,outgoing,going,goaway,go,out,backward,reverse,outbound,back,rear,departing,departed,allontanamento',
});

export const STAGE_WORDS = tableOf({
  new: 'new,start,started,enter,entered,begin,alpr_new,add,1',
  update: 'update,updated,change,changed,active,2',
  lost: 'lost,end,ended,finish,finished,stop,leave,left,gone,final,3',
});
