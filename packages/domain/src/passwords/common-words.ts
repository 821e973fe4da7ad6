/**
 * Most common words and passwords in lower case: the top of the zxcvbn list (passwords.txt, Dan Wheeler and Dropbox,
 * MIT licence), with added Italian and domain words. One string, in a chunk that only the password forms load; plants read it at their start.
 */
export const COMMON_WORDS = `
01telemike01 050605rostik 1111111111zz 111111a 123123a 123123q 123123qweqwe 1232323q 123321a 123321q 123321qweewq 1234567890a 1234567890q
1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty 1234567890zzz 123456789a 123456789aaa 123456789abc 123456789asd 123456789q 123456789qaz
123456789qqq 123456789qwe 123456789qwer 123456789qwerty 123456789z 123456789zxc 12345678a 12345678q 1234567a 1234567q 1234567qwertyu 123456a 123456aa
123456k 123456q 123456qw 123456qwe 123456qwerty 123456r 123456s 123456z 123456zxcvbn 12345a 12345q 12345qwe 12345qwert 12345t 12345z 1234abcd 1234asdf
1234qwe 1234qwer 1234qwerasdf 1234qwerasdfzxcv 123aaa 123abc 123asd 123ewqasdcxz 123qaz 123qq123 123qwe 123qwe123 123qwe456rty 123qweasd 123qweasdzxc
123qwerty 123qwerty123 123zxc 12qw12 12qw34er 12qw34er56ty 12qwas 12qwaszx 19960610ilja 1a2a3a4a5a6a 1a2b3c 1a2b3c4d 1a2s3d4f 1a2s3d4f5g6h 1passwor
1pussy 1q2w3e 1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws 1qa2ws3ed 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2ws 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv
1qazxsw2 1qazxsw23edc 1qazxsw23edcvfr4 1qwerty 1x2zkg8w 1z2x3c 23176djivanfros 23wkoa0fp78dk 32615948worms 41d8cd98f00b 426hemi 4815162342lf
4815162342lost 4runner 50cent 50spanks 59382113kevinp 6215mila6215 7ugd5hip2j 89063032220m 89231243658s 89876065093rax 89semtsriuty 8j4ye3uz
9293709b13 a11111 a12345 a123456 a1234567 a12345678 a123456789 a1a2a3 a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 a1s2d3f4g5h6 aa123456 aaa111 aaliyah aardvark
aaron aaron1 abby abc12 abc123 abc1234 abc12345 abc123456789 abcd123 abcd1234 aberdeen abgrtyu abigail abnormal abraham absolut absolute access
access14 accesso accord account achilles action active adam adam12 adams adgjmptw adidas admin admin18533362 administrator admiral adonis adrian
adriana adrienne adult adults aezakmi africa again agent007 aggies agosto aikido airborne airbus airforce airplane akira aksjdlasdakj89879 alabama
alan alaska albatros albert alberto albina albion alejandr alejandro aleksandr aleksandra aleksey alenka alessandra alessandro alex alex123 alexande
alexander alexandr alexandra alexey alexia alexis alfa alfred alfredo alibaba alice alicia alien aliens alina alisha alison allan allen alliance
allison allmine allsop allstar alpha alpha1 alpha135792468 alphabet alpine alucard always alyssa amadeus amadeusptfcor amanda amanda1 amateur amateurs
amazing amazon amber amber1 amelia america america1 american amerika amigo amministratore amministrazione amore amoremio amsterda amsterdam
an83546921an13 anaconda anakin anal analsex anarchy anastasia anastasiya anders andersen anderson andre andrea andrea1 andreas andrei andres andrew
andrew1 andrewjackie andrey andromed andromeda andy anfield angel angel1 angela angelica angelina angelo angels angie angus anhyeuem animal animals
anime anita anna annabell anne annette annie annie1 annika answer antananarivu anthony anthony1 anthrax antoine anton antonella antoni antonio anubis
anything anytimetoday apache apollo apollo13 apple apple1 apple123 applepie apples april aprile aquarius aragorn arcadia archer archie area51
argentina ariana arizona arjay arlene armagedon armani army arnold arrow arsenal arsenal1 artem artemis artemka arthur artist artur arturo asd123
asdasd asddsa asdf asdf123 asdf1234 asdfasdf asdfg asdfgh asdfgh123456 asdfghj asdfghjk asdfghjkl asdfghjkl123 asdfjkl asdfzxcv asdzxc ashlee ashleigh
ashley ashley1 ashton asia asian aspire aspirine assassin assfuck asshole asshole1 assholes assman assword asterix astrid astro astros athena athens
athlon atlanta atlantic atlantis atomic attack attila attitude aubrey auburn auckland2010 audia4 audrey august augusta augustus aurora aussie austin
austin1 australi australia autumn autunno avalanch avalon avatar avenger avenue aviation avrillavigne awesome azamat azerty azsxdc azsxdcfv babe babes
babies baby babyblue babyboy babydoll babyface babygirl babylon babylon5 babylove bacardi bacchus back backdoor backup bacon badass badboy baddog
badger badgirl badiman28200 badman baggins baggio bagira bailey bailey1 baker balance baldwin ball baller balloon balloons balls bambam bamboo banana
bananas banane bandit bang bangkok bank banker banner banshee banzai barbados barbara barber barbie barcelon barcelona barefoot barker barkley barnes
barney baron barrett barry barsik bart bartman barton baseball baseball1 basket basketba basketball bass bassman bastard batman batman1 battle baxter
bayern bcfields beach beaches beacon beagle beamer bean beaner beanie beans bear bearcat bears beast beast1 beastie beatle beatles beatrice beautifu
beautiful beauty beaver beavis because becker beckham becky beefcake beemer beer beetle believe belinda bell bella bella1 belle belly bender benfica
bengals benjamin bennett benny benson bentley benvenuti benvenuto beowulf beretta berger berlin bermuda bernard bernie bert bertha bertie bessie beth
bethany better betty beverly bhbirf bhrh0h2oof6xbqjeh bianca bicycle bigass bigballs bigbear bigbird bigblue bigboobs bigboy bigbutt bigcock bigdaddy
bigdick bigdog bigfish bigfoot bigger biggie biggles bigguy bigmac bigman bigmike bigmoney bigone bigred bigsexy bigtime bigtit bigtits bike bikini
bilbo bill billie billy billy1 billybob billyboy bimmer bing bingo bingo1 binladen bird bird33 birdie birdman birthday biscuit bishop bitch bitch1
bitchass bitches biteme bizkit blabla black black1 blackbir blackcat blackdog blackhaw blackie blackjac blackjack blackman blackout blacks
blacksonblon blacky blade blades blahblah blake blaster blaze blazer blessed blessing blink182 blizzard blond blonde blondes blondie blood bloody
blossom blow blowjob blowme bltynbabrfwbz blue blue12 blue123 blue22 bluebird blueboy bluedog blueeyes bluefish bluemoon blues bluesky boat bob123
bobafett bobbie bobby bobby1 bobcat bobdylan boeing bogart bogdan bogey bohica bollocks bollox bolton bomber bombers bond bond007 bondage bone
bonehead boner bones bonita bonjour bonjovi bonkers bonnie bonsai boob boobie boobies booboo boobs booger boogie booker bookworm boom boomboom boomer
bootie boots booty boricua boris borussia bosco boss bossman boston bottle bottom bounce bounty bowler bowling bowser boxer boxing boxster
boy4u2ownnyc boys bpgjldsgjldthnf br0d3r br549 brad bradford bradley brains brandi brando brandon brandon1 brandy brasil braves bravo brazil breast
breasts breeze brenda brendan brent brett brewer brewster brian brian1 briana brianna bridge bridget bright brighton brigitte bristol britney brittany
brittney broadway brodie broken broker bronco broncos bronze brooke brooklyn brooks brother brothers brown brownie browning browns bruce brucelee
bruins bruno bruno1 brutus bryan bryant bubba bubba1 bubba69 bubbas bubble bubbles buck bucket buckeye buckeyes buckshot budapest buddah buddha buddie
buddy buddy1 buddyboy budlight budman budweise buffalo buffett buffy buffy1 bugger builder bull bulldog bulldog1 bulldogs bullet bullfrog bullnuts2003
bulls bullseye bullshit bummer bunghole bunker bunnies bunny bunny1 buongiorno burger burrito burton bush bushido business businessbabe busted buster
buster1 butch butcher butler butt butter buttercu butterfl butterfly buttfuck butthead butthole buttman button buttons butts buzz buzzard byteme
cabbage cactus cadillac caesar caitlin calgary calico caliente californ california caligula callaway callie callum calvin camaro cambiami camel
camelot camels cameltoe camera cameron cameron1 camilla camille campbell camper canada canadian cancel cancer cancun candice candle candy candyman
cang cannabis cannon canon cantona canyon capital capone caprice capslock captain carabiniere carabinieri caramel caravan carbon card cardinal cards
carina carl carla carlito carlitos carlo carlos carlton carmel carmen carol carole carolin carolina caroline carolyn carpedie carpet carrera carrie
carrot carson carter cartman cartoon casanova caserma caserta casey casey1 cash casino casper cassidy cassie castle castro cat123 catalina catch22
catdog catfish catherin catherine cathy catman cats cattle cavalier caveman cbr600 ccbill cdtnbr cdtnkfyf cecilia cedric celeron celeste celica celine
celtic celtics ceng center central century cerberus cessna cfitymrf cgfhnfr chad chai chainsaw chair champ champion champs chan chance chandler chanel
chang change changed changeme channel chantal chao chaos charger chargers charity charlene charles charles1 charley charli charlie charlie1 charlott
charlotte charlton charly charmed chase chaser cheater check checkers cheech cheeks cheers cheese cheese1 cheeseburger cheetah chelsea chelsea1
chemical cheng cherokee cherry cheryl chester chester1 chesterfield chestnut chevelle chevrole chevrolet chevy chevy1 chewie cheyenne chicago chicago1
chichi chicken chicken1 chickens chickenwing101 chicks chico chief chiefs children chimera china chinook chip chipper chippy chivas chloe chloe1
chocolat chocolate chong chopin chopper chou chris chris1 chrisbln chrissy christ christia christian christie christin christina christine christmas
christop christopher christopher1 christy chrome chronic chrono chrysler chuai chuang chubby chuck chuckie chuckles chucky chui chun chunky chuo
church ciaociao ciccio cicero cigars cinder cindy cinema cinnamon circle circus citadel citizen city civic civilization cjdthitycndj cjkysirj cjkywt
claire clancy clapton clarence clarinet clark classic classics claude claudi claudia claudio claymore clayton clemson cleo clevelan clifford clinton
clipper clitoris cloud cloud9 clouds clover clown clowns cnfc35762209 cobain cobalt cobra cobra1 cocacola cocaine cock cocks coconut cody coffee
cohiba coke coldbeer coleman colleen college collin collins colombia colonel colorado colors colt45 colton coltrane columbia columbus comando combat
combat123654 comet comics command commando common company compaq compute computer comunale comune concord concorde concrete condom condor configuratio
confused cong connect conner connie connor conrad construction consumer contact content contortionist control cookie cookies cool cooldude cooler
coolguy coolio coolman coolness cooper cooter copper corey corleone cornell corolla corona corperfmonsy corrado corsair corvette cosmic cosmo
cosmopolitan cosmos cosworth cotton cougar cougars counter counterstrike country county courage courtney cowboy cowboy1 cowboys cowboys1 coyote crack
cracker craig crash crawford crazy crazy1 crazybab cream creampie creamy create creation creative creature credit cricket criminal crimson cristian
cristina critter crjhgbjy crow cruise cruiser crunch crusader crusher crysis crystal crystal1 cthtuf cthulhu cthutq cubbies cubswin cucciola cucciolo
cuddles cumming cumshot cunt cunts cupcake curious curtis custom cutlass cutter cxfcnmt cyber cyclone cyclops cygnus cynthia cypress dabears daddy
daddy1 daemon daewoo dagger daisy daisy1 dakota dale dalejr dallas dallas1 dalton damage damian damien dammit damnit dana dance dancer dang danger
danie daniel daniel1 daniela danielle daniil danila danni danny danny1 dannyboy dante danzig daphne darius dark darklord darkman darkness darkside
darkstar darlene darling darrell darren darryl darwin dave david david1 davide davids davidson davis dawg dawn dawson daytona dbrnjh dbrnjhbz deacon
dead deadhead deadman deadpool dean deanna death death1 debbie deborah december deejay deep deepthroat deeznuts deeznutz defender defiant deftones
delete dell delphi delta delta1 deluxe demon demons denali deng denis denise deniska dennis denver depeche derek derrick desert design designer desire
desiree deskjet desmond destiny destroy detroit deutsch devil devil666 devildog devilmaycry4 devils dexter dfcbkbq dfkthbz dfkthf dfktynbyf dfvgbh
dharma diablo dialog diamond diamond1 diamonds dian diana diane dianne diao dicembre dick dickhead dickie dicks diego diehard diesel dietcoke dieter
digger diggler digital digital1 digitalprodu dilbert dildo dilligaf dillon dima dinamo ding dingdong dino dinosaur dipshit direct director dirtbike
dirty discover disney diver divine divorce dixie dkflbckfd dkflbvbh dkflbvbhjdbx dkflbvbhjdyf doberman doctor dodge dodge1 dodger dodgeram dodgers
dog123 dogfood dogg dogger doggie doggy doghouse dogman dogs dogshit doitnow dollar dollars dolores dolphin dolphin1 dolphins domain domainlock2005
domenica dominic domino donald dong donkey donna donnie donovan donuts doobie doodle doogie dookie doomsday door dorian dorothy dotcom dottie double
doug doughboy douglas down downtown dracula drago dragon dragon1 dragon12 dragonba dragonball dragons dragoon drake drakon dream dreamer dreams drew
drive driver drizzt droopy drowssap drpepper drummer drunk dthjybrf duan dublin ducati duchess duck dude dudley duke dumbass duncan dundee dupont
durango duster dustin dusty dutch dutchess dwayne dwight dylan dynamite dynamo dynasty eagle eagle1 eagles eagles1 eastside eastwood easy eatme
eatpussy eatshit ebony eclipse eddie eddie1 edgar eduard eduardo edward edward1 edwardcullen edwards eeyore eileen einstein ekaterina elaine eldorado
eleanor electra electric electron element elena elephant eleven elijah elite elizabet elizabeth elizaveta elliot elliott elvira elvis elvis1 elwood
emerald emerson emily emily1 eminem emma emmanuel emmitt empire energy engage engine engineer england english enigma enjoy enter enter1 enterpri
enterprise entertainment entrare entropy eraser eric erica ericsson erik ernest ernie erotic erotica escape escort estate esther estrella eternal
eternity eugene eureka europa europe evan evelyn everest everett everton excalibu excalibur exigen exigent exodus exotic explorer express extreme
fabian fabie fabric face facial faggot faith faithful falcon falcons fallen fallout family famous fang fantasy farley farmer farscape farside fart
fashion fast fastball faster fatass fatboy fatcat father fatima fatima753357 fatman feather febbraio february federica federico feet felicia felipe
felix felix1 female fender feng fergie fergus ferguson fernand fernando ferrari ferrari1 ferret ferris fester fetish fghtkm fgtkmcby ficken fiesta
figaro fight fighter filter filthy finalfantasy finance finanza findaupair007 finger fingers finish fire fireball firebird firefly firefox fireman
firewall first fish fisher fishes fishing fishing1 fishman fisting fitness five fkmnthyfnbdf fktrcfylh fktrcfylhf fktrcfylhjdbx fktrcfylhjdf
fktrcfylhjdyf fktrctq flames flamingo flash flash1 flatron fletch fletcher flexible flight flipper floppy florence florian florida florida1 flounder
flower flowers floyd fluffy flvbybcnhfnjh flyboy flyers flying focus foobar foot footbal football football1 force ford fordf150 forest forever
foreveryoung forfun forget forgot formula formula1 forrest forsaken fortuna fortune forum forward foryou forzainter forzaitalia forzajuve forzamilan
forzanapoli fossil foster fountain fowler foxtrot france frances francesc francesca francesco francis franco francois frank frank1 frankie franklin
franky fraser freak freaks freaky freckles fred freddie freddy frederic frederiksberg free freedom freedom1 freeman freepass freeporn freeuser freeway
freeze french fresh friday friend friendly friends fright frisco frisky fritz frodo frog frogger froggy front242 frontier frosty frozen fubar fuck
fucked fucker fuckers fuckface fuckher fuckin fucking fuckit fuckme fuckoff fuckoff1 fucktheworld fuckthis fucku fucku2 fuckyo fuckyou fuckyou1
fuckyou2 fuckyoubitch fugazi fulham fullmoon function funny funtime fusion futbol future fuzzy fyfcnfcbz fylhtq fynfyfyfhbde fytxrf fyutkbyf gabrie
gabriel gabriel1 gabriela gabriele gabriell gadget galaxy galina galore gambit game gamecock gamecube gameover games gandalf gandalf1 ganesh gang
gangbang gangsta gangster garage garbage garcia garden garfield gargoyle garrett gary gaston gateway gateway1 gator gator1 gatorade gators gawker
gbpltw gegcbr geheim gemini general generic genesis geneva geng genius gennaio geoffrey georg george george1 georgia gerald gerard german germany
geronimo gertrude gesperrt getmoney getsome gfhfktkjuhfv gfhjkm gfhjkm1 gfhjkm123 gfhjkmgfhjkm ghbdtn ghbdtnbr ghbdtnghbdtn ghbdtnrfrltkf ghblehjr
ghetto ghhh47hj7649 ghjatccbjyfk ghjcnj ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjnfr ghjcnjqgfhjkm ghjcnjrdfibyj ghjnbdjcnjzybt ghost ghost1
ghostrider ghtdtlvtldtl giant giants gibson gilbert gillian ginger ginger1 giorgi giorgio giovanni giovedi girl girls giugno giulia giuseppe gizmo
gizmo1 gizmodo gjkbyf gjkysqgbpltw glacier gladiator global gloria glory gmoney gn56gn56 goalie goat goaway goblin goblue gobucks goddess godfathe
godfather godsmack godzilla gofish goforit goirish goku gold goldberg golden goldfish goldie goldstar goldwing golf golfball golfer golfer1 golfing
goliath gollum gonavy gong gonzalez gonzo goober good goodboy goodbye goodluck goodman goodtime goofy google gooner goose gopher gordon gordon24
gorilla gotcha gothic gotohell govols grace gracie graham grande grandma granny grant grapes graphics grateful grease great great1 greatone greece
green green1 green123 greenbay greenday greene greenlantern greens greg gregor gregory gremlin grendel gretchen gretzky griffey griffin gringo grizzly
gromit groove groovy groucho grover grumpy gsxr750 gthtrfnbgjkt gtnhjpfdjlcr guai guang guardia guardian guest guiness guinness guitar guitar1 gundam
gunnar gunner gunners gunther gustav hack hacked hacker haggis hailey hairy hal9000 halflife halifax hallo hambone hamburg hamilton hamish hamlet
hammer hammers hampton hamster handsome handyman hang hank hanna hannah hannah1 hannibal hans hansen hansolo happiness happy happy1 happy123 happyday
hard hardcock hardcore harder hardon hardrock hardware harley harley1 harmony harold harper harris harrison harry harry1 harvard harvey hassan
hastings havefun hawaii hawaii50 hawaiian hawk hawkeye hawkeyes hayabusa hayden hayley hd764nw5d7e1vb1 hd764nw5d7e1vbv head health heart hearts heat
heater heather heather1 heaven heckfy hector hedgehog hedimaptfcor heidi heineken helen helena helene hell hellfire hello hello1 hello123 helloo
hellos hellyeah helmet help helpme hendrix henry henry1 hentai herbert herbie hercules here heritage herman hermes hershey hesoyam heynow hidden
higgins high highland hill hillary hilton hiphop hippie history hithere hitler hitman hjccbz hjvfirf hobbes hobbit hockey hockey1 hokies holden hole
holiday holland hollow holly holly1 hollywoo hollywood holmes holyshit home homeboy homer homer1 homerj homers homerun honda honda1 hondas honey
honey1 hong hongkong hooker hooligan hooper hoosier hoosiers hooter hooters hootie hoover hope hopeful hopeless hopper horizon horndog hornet horney
horny horny1 horse horses hotbox hotboy hotdog hotpussy hotred hotrod hotsex hotshot hotstuff hottie house house1 houses houston hover howard howdy
huai huang hubert hudson hughes hummer hungry hunt hunter hunter1 hunting hurley hurrican husker huskers huskies hustler hyperion iamgod iampurehaha2
ib6ub9 ibanez iceberg icecream iceman icu812 idiot idontkno idontknow iforgot igor iguana ihateyou illini illinois illusion iloveboobies iloveme
ilovemyfamily ilovesex iloveu iloveyo iloveyou imagine imation immortal impala imperial impianti impianto incubus india indian indiana indians indigo
infantry inferno infiniti infinity ingodwetrust ingrid insane insanity insert inside insomnia inspiron installdevic installsqlst integra intel
intelligence inter international internet intrepid intruder inuyasha inverno iomega ipo54tj45uy856 ipswich ireland irina irish irish1 ironman isabel
isabella isabelle isaiah iscool iseedeadpeople island islander israel istanbul italia italian italiano ivan ivanov ivanova iverson iverson3 iwantu
jabroni jack jackal jackass jackie jackoff jackpot jackson jackson1 jackson5 jacob jacob1 jacobs jacques jade jagger jaguar jake jamaica james
james007 james1 jamesbon jamesbond jamesbond007 jameson jamie jamie1 jammer jammin jane janet janice janine january japan japanese jarhead jarvis
jasmin jasmine jasmine1 jason jason1 jasper java javier jaybird jayden jayhawk jayhawks jayson jazz jazzman jean jeanette jeanne jedi jeep jeff
jeffery jeffrey jelly jellybea jenkins jenn jenna jennie jennifer jenny jenny1 jensen jeremiah jeremy jericho jerkoff jerome jerry jersey jess jesse
jessic jessica jessica1 jessie jester jesus jesus1 jethro jetski jewels jezebel jiang jiao jiggaman jill jillian jimbo jimbob jimmie jimmy jimmy1 jing
jiong jktymrf joanna joanne jockey joey johann johanna johannes john john316 johnboy johnny johnson joker joker1 jokers jonathan jones jones1 jorda
jordan jordan1 jordan23 jose joseph josephphone7 josh joshua joshua1 journey jrcfyf juan judith juggalo juice julia julian julie juliet juliette
julius july jump jumper june junebug jungle junior jupiter just4fun just4me justdoit justice justin justin1 justinbieber justine justme juventus
kahuna kaiser kaitlyn kakashka kaktus kamikaze kang kangaroo kansas karate karen karin karina karma karolina kashmir kasper katana katarina katerina
katherin katherine kathleen kathryn kathy katie katie1 katrin katrina kawasaki kayla kaylee kazantip kcj9wx5n keegan keeper keith keller kelley kellie
kelly kelly1 kelsey kendall kendra kennedy kenneth kenny kenshin kentucky kenwood kenworth kermit kerstin kevin kevin1 keyboard keystone keywest
kfhbcf kickass kicker kids kill killbill killer killer1 killer12 killers killme kilroy kimber kimberly kinder king kingdom kingfish kingkong kingpin
kingston kinky kipper kirill kirsten kirsty kiss kisses kissing kissme kissmyass kitkat kitten kitty kitty1 kittycat kittykat klaster kleopatra
klingon knickers knicks knight knights knockers knopka kodiak kolobok kong kool korn koshka kosmos kostya kotaku kotenok kramer kris krishna krista
kristen kristi kristin kristina kristine kristy krystal ktjynsq40147 ktyjxrf kuai kume kungfu kyle labrador labtec lacrosse ladies lady ladybug laguna
lakers lakota lambert lamont lance lancelot lancer lang lansing lantern laptop larisa larry larry1 laser lassie lasvegas latin latinas latino laura
laurel lauren laurence laurent laurie lavoro lawrence lawyer lazarus lazio leader leanne leather leavemealone ledzep legacy legend legion legolas
lemon lemons lena leng lennon leon leonard leonardo leonid leopard lesbian lesbians lesley leslie lespaul lestat lester letmein letmein1 letmein2
letsgo letter lewis lexmark lexus lhbjkjubz2957704 liang liao liberty library lick licker licking lickit lickme life lifehack lifetime light lighter
lightnin lightning lights lilian lillian lilly lincoln linda linda1 lindros lindsay lindsey lineage2 ling lion lionel lionking lions lipstick liquid
lisa little liverpoo liverpool lizard lizzie loaded lobster locale loco logan logan1 logitech lokomotiv lol123 lola lolipop lolita lollipop lollol
lollypop london lonely lonestar lonewolf long longhorn look looker looking looney looser lord lorenzo lori lorraine loser losers lost lost4815162342
lotus louis louise love love1 love12 love123 love69 love777321777 lovebug loveit loveless lovely loveme lover lover1 loverboy lovers lovesex loveyou
loving lowrider ltybcrf luan lucas lucifer lucille lucky lucky1 lucky13 lucky7 luckydog lucy ludmila ludwig luglio luis luke lunedi lust luther
lvbnhbq lynn lytdybrbdfvgbhf lytghjgtnhjdcr macdaddy machine mack macross madden maddie maddog madeline madina madison madison1 madman madmax madness
madonna madrid maestro magazine maggie maggie1 maggio maggot magic magic1 magical magician magick magicman magnolia magnum magnus magpie maiden
mailcreated5240 mailman majestic major makaveli maksim maksimka malaka malcolm malibu malina mallard mallory malone mamapapa manager manchest
manchester mancity mandarin mandingo mandy mango maniac manning manowar manson mantis manuel manuela manutd maprchem56458 maradona marathon marc
marcel marcello march marcia marco marcos marcus margaret margarita mari maria maria1 mariah marian marianne marie marika marilyn marin marina marine
marine1 mariners marines marino marino13 mario marion mariposa marisa marissa marius mark marker market markus marlboro marlene marley marlin married
marsha marshall martedi martha martin martin1 martina martine martinez martini marvel marvin mary maryann maryjane maryland marzo masamune mason
mason1 massage massimiliano massimo massive maste master master1 master12 masterbaiting masterbating masters masturbation matador mathew matilda
matrix matt matteo matthew matthew1 matthews mattie mature maureen maurice maurolarastefy maverick max123 maxell maxim maxima maxime maximum maximus
maxine maxwell maxwell1 maxx maxxxx mayday mayhem maynard mazafaka mazda mazda626 mclaren meagan meat meatball meathead meatloaf mechanic media
medical medicine medusa megadeth megaman megan megapass megatron meghan meister melanie melinda melissa melissa1 mellon mellow melody melvin member
memorex memory memphis menace meng meowmeow mephisto mercedes mercoledi mercury meredith meridian merlin merlin1 merlot mermaid mersedes metal
metallic metallica method mets mevefalkcakk mexican mexico miami mian miao michae michael michael1 michael2 michaela michaeljackson micheal michel
michele michell michelle michigan mick mickey mickey1 microlab micron microphone microsof microsoft midget midnight midway mighty miguel mihail mike
mikey mikey1 milan milana milano milena miles military milkman miller millie million millions millwall milo milton mine minecraft minecraft123 ming
minime ministero minnie miracle mirage miranda miriam mirror misery misfit misfits misha mishka mission missouri missy missy1 mister mistress misty
misty1 mitch mitchell mittens mnbvcxz mobile mobydick model models modena mohamed mohammed mojo mollie molly molly1 mollydog moloko molson mommy
momoney momsanaladventure monaco monalisa monarch monday mondeo money money1 moneyman moneys mongoose monica monika monique monitor monke monkey
monkey1 monkey12 monkeys monopoly monroe monster monster1 montana monte montgom240 montreal monty moocow mookie moomoo moon moonbeam moonlight moore
moose moose1 mordor more morgan morgan1 morganstanley moritz morning morpheus morris morrison mortalkombat mortgage mortimer moscow moses mother
motherfucker motherlode motley motorola mountain mouse mouse1 mouth movie movies mozart msoracle32re msorcloledbr muffin mulder mullet multiplelo
munchkin municipale muppet murder murphy murray musashi muscle mushroom music music1 musica musicman mustafa mustang mustang1 mustangs mustard mybaby
mylife mylove myname mypass myself mystery mystic nadine naked nancy nang nanook napass napoleon napoli napster naruto nascar nascosta nasty nasty1
nastya natale natali natalia natalie natasha nathalie nathan national natural nature naughty ncc1701 ncc1701a ncc1701d ncc1701e ne1469 nebraska
necronomicon needforspeed nellie nelson nemesis nemvxyheqdd5oqxyxyzi neng neptune netscape network networkingpe nevada nevermind newbie newcastl
newlife newman newpass newpass6 newport newproject2004 newton newyork newyork1 nextel nfnmzyf nguyen nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju123
nhfycajhvths niang niao nice nicholas nichole nick nickel nicol nicola nicolas nicole nicole1 nigger night nightcrawler nightmare nike nikita nikitos
nikki nikola nikolay nimbus nimrod nina niners ning ninja ninja1 ninjas nintendo nipper nipple nipples nirvana nissan nitram nobody noelle nofear
nokia nokia6300 nolimit nomore nondriversig none nong nonloso noodle noodles nookie nopass normal norman north northern norton norway nothing nova
novell november novembre ntktajy ntktdbpjh1994 nuan nude nudist nugget nuggets number number1 nuts nuttertools nwo4life nyjets nylons nymets oakland
oakley oasis obelix obiwan oblivion ocean oceans october odessa office officer ohyeah oicu812 oilers oklahoma oksana olcrackmaster oldman oleg olga
oliver oliver1 olivia olivier omega omega1 onelove onetime online onlyme ontheoutside open openup operator operatore optimus oracle orange orange1
oranges orchid oregon orgasm orient original orioles orion orion1 orlando oscar oscar1 osiris othello otto ottobre ou812 ou8122 outkast outlaw over
overkill overlord oxford ozzy p0015123 pa55w0rd pa55word pablo pacers pacific packard packer packers packers1 pacman paddle padres paint paintbal
paintball painter pakistan palace paladin palmer paloma pamela panama panasoni panasonic pancho panda pandora pang pantera panther panther1 panthers
panties pants pantyhos panzer paper paradise paradox paraklast1974 paranoid paris park parker parola parrot party pascal pasqua pasquale pass pass123
pass1234 passat passion passme passphrase passport passw0rd passwd passwor passwor1 password password1 password123 password1234 password2
passwordassword passwords passwordstandard passwort pasword patches patience patric patrice patricia patrick patrick1 patriot patriots patton
pattuglia patty paul paula pauline pavilion pavlov payton pdtplf peace peach peaches peacock peanut peanutbutter peanuts pearl pearljam pebbles pecker
pedro peekaboo peewee pegasus pencil penelope peng penguin penguins penis penny penny1 penthous pentium people pepper pepper1 pepsi pepsi1 perfect
persik person personal pervert pete peter peter1 peterpan peters peterson petra petrov peugeot peyton pfqwtd27121988 phantom pharmacy pheonix phil
philadelphia philip philippe philips phillies phillip phillips philly phish phoebe phoeni phoenix phoenix1 phone photo photos phpbb pian piano
pianoman piao picard picasso piccolo pickle pickles pickup pics picture pierce pierre piglet pikachu pillow pilot pimp pimpin pineappl ping pingpong
pinhead pink pinkfloy pinkfloyd pinky pioneer piper pippen pippin piramida pirate pirates pisces pissing pissoff pistol pitbull pizza pizzas placebo
planet plasma plastic platinum play playboy playboy1 player players playing playstation playstation2 playstation3 playtime please pleasure plumber
pluto plymouth pobeda poetry poison poiuyt poiuytrewq pokemon pokemon1 poker poland polaris police polina polizia poliziotto polly polniypizdec0211
polniypizdec1102 polniypizdec110211 polo polska pompey poncho pontiac pony poochie poodle pooh poohbear pookie pool poontang poop pooper poopie poopoo
poopy pooter popcorn popeye popper poppy porkchop porn porno porno1 pornographic pornos pornstar porsche porsche1 porsche9 portale porter portland
portugal poseidon positive possum postal potato pothead potter powder powell power power1 powers preacher precious predator prefettura prelude premier
premium presario presiden presto preston pretty primavera primus prince princes princess principessa pringles printer prissy private privet prodigy
professional profit project promise property prophet provaprova provinciale proxy psycho ptybnxtvgbjy public puddin pudding puffy pulsar pumpkin
pumpkins punisher punkin punkrock punksnotdead puppies puppy pupsik purdue purple pussey pussie pussies pussy pussy1 pussy69 pussycat pussyman pussys
putter pyramid python q12345 q123456 q1q2q3 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 q2w3e4r5
qawsed qawsedrf qawsedrftgyh qaz123 qaz123wsx456 qazqaz qazwsx qazwsx1 qazwsx12 qazwsx123 qazwsx123456 qazwsxed qazwsxedc qazwsxedc123 qazwsxedcrfv
qazwsxedcrfvtgb qazxsw qazxswedc qazxswedc123 qazxswedcvfr qazzaq qiang qiao qing qiong qqq111 quality quan quantum quartz quattro queen queens quest
questura quincy qwaszx qwaszxerdfcv qwe123 qweasd qweasd123 qweasdzxc qweasdzxc123 qweqwe qwer123 qwer1234 qwerasdf qwerasdfzxcv qwert qwert1 qwert123
qwertasdfgzxcvb qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty123456789 qwertyasdfgh qwertyu qwertyui qwertyuio
qwertyuiop qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345 qwertyytrewq qwertz r2d2c3po rabbit rabota race racecar racer racerx rachael rachel
rachel1 racing radio radiohea rafael ragnarok raider raiders raiders1 railroad rain rainbow rainbow6 rainman raistlin ralph rambler rambo rammstein
ramona ramones ramrod ramses ramsey rancid randall random randy ranger ranger1 rangers rangers1 raptor raquel rascal rasdzv3 rasputin rasta rastaman
raven raven1 ravens raymond razz rbhbkk rctybz reader reading ready reagan reality really realmadrid reaper rebecca rebecca1 rebel rebel1 rebels
reckless records recovery red123 redalert redbird redbull reddevil reddog redfish redhead redhot redline redman redneck redrum reds redskins redsox
redwing redwings redwood reebok reefer reggie regina regione register remember remote renata renault renee renegade reng rereirf rescue research
resident residentevil respect retard retired revenge review reynolds rfhbyf rfnthbyf rfnthbyf1988 rfrfirf rfrnec rhbcnbyf rhfcjnrf rhiannon rhino
rhjrjlbk rhonda rhtdtlrj ricardo rich richard richard1 richards richie richmond rick ricky rider rightnow riley ripken ripley ripper ripple river
rivers rjhjktdf rjirfrgbde rjntyjr rjycnfynby roadkill roadking roadrunn robbie robert robert1 roberta roberto roberts robin robinson robotech
robotics rochelle rock rocker rocket rockets rockford rockhard rockon rocks rockstar rocky rocky1 rodman rodney roger rogers roland roller rolling
rolltide roma roman romance romano romashka romeo romero rommel ronald ronaldinho10 ronaldo rong ronnie rookie rooney rooster rootbeer roscoe rose
rosebud rosemary rosie rotten route66 rover rovers roxanne royal royals rtyuehe ruan rubber ruby rufus rugby rules rulez rulezzz runescape runner
running rupert rush rush2112 ruslan russell russia russian rustam rusty rusty1 ryan sabato sabbath sabina sabine sabres sabrina sacred sadie sadie1
safari safety sahara sailboat sailing sailor saint saints sakura salamander salasana saleen sally sally1 salmon salomon salsero salvador salvatore
sam123 samantha samara samiam sammie sammy sammy1 sampson samson samsun samsung samsung1 samtron samuel samurai sanchez sancho sander sanders sandiego
sandman sandra sandro sandwich sandy sandy1 sanfran sanfrancisco sang santana santiago santos sapper sapphire sara sarah sarah1 saratoga sascha sasha
sasha1 sassy sassy1 sasuke satan satan666 satana satisfaction saturday saturn saun saun24865709 sauron sausage sausages savage savannah sayang
scandinavian scania scanner scarface scarlet scarlett schalke school schoolgirlie science scooby scoobydo scooter scooter1 scorpio scorpio1 scorpion
scotch scotland scott scott1 scottie scotty scout scrabble scrappy scratch scream screen scruffy scuba scully sdicmt7seytn seadoo seahawks seamus sean
searay search seattle sebastia sebastian second secret secret1 secrets secure security seeker seeking seemnemaailm segreta segreto seinfeld select
selena seminole semperfi senator senators seng senior sentinel septembe september serega serena serenity sergeant sergei sergey sergi sergio
sersolution server service sesame settembre seven seven7 sex123 sex4me sexsex sexual sexx sexxxx sexxxy sexy sexy1 sexy69 sexyboy sexygirl sexyman
shado shadow shadow1 shadows shaggy shai shalom shaman shamrock shane shaney14 shang shanghai shania shanna shannon shannon1 shao shaolin shark sharks
sharky sharon shasta shaved shawn shazam shearer sheba sheena shei sheila shelby shell shelley shelly shemale sheng shepherd sheridan sheriff sherlock
sherman sherri sherry sherwood shiloh shiner shirley shit shitface shithead shitty shock shogun shooter shopping short shorty shotgun shou showme
showtime shuai shuang shui shun shuo shutup sicura sicurezza sidney siemens sierra silence silent silly silver silver1 silverad silvia simba simon
simon1 simona simone simple simpson simpsons sims sinatra sinbad sinclair singer single sinister sinner sirius sister site sithlord sixers skate
skater skeeter skidoo skiing skinny skipper skippy skittles skorpion skydive skylar skyler skyline skywalke skywalker slacker slapper slappy slapshot
slave slave1 slavik slayer sleeper sleepy slick slider slim slinky slipknot slippery slut sluts slutty small smashing smeghead smegma smelly smile
smiles smiley smith smiths smitty smoke smoker smokes smokey smokie smokin smoking smooth smudge smut snake snake1 snakes snapon snapper snapple
snatch sneakers snickers sniper snooker snoop snoopdog snoopy snoopy1 snow snowball snowboar snowboard snowman snuffy snuggles sobaka soccer soccer1
socrates softball software sojdlg123aljg soldier soleil solnce solo solomon solution some someone somethin something sommer song sonic sonics
sonnenschein sonny sonoma sony sonyericsson sooner sooners sophi sophia sophie soso123aljg soulmate sound southern southpar southpark space spaceman
spanish spank spanking spankme spanky sparkle sparks sparky sparky1 sparrow sparta spartak spartan spartans spawn speaker spears special specialinsta
specialk spectre spectrum speed speedo speedy spencer spencer1 sphinx spice spider spider1 spiderma spiderman spidey spike spike1 spiker spinner
spirit spitfire splash splinter spock sponge spongebob spooky sport sporting sports sporty spread spring springer sprint sprite spunky spurs spurs1
sputnik spyder squall squash squirrel squirt srinivas stacey stacy stalin stalker stallion standard stanford stanislav stanley staples star star69
starbuck starcraf starcraft stardust starfire starfish stargate starman stars starship start starter startrek starwars statale static station stealth
steam steel steele steeler steelers stefan stefano stella stellina stepan steph stephani stephanie stephen stereo sterlin sterling steve steve1 steven
stevens stevie stewart stick stickdaddy77 sticks sticky stiffy stimpy sting stinger stingray stinky stinkyfinger stocking stocks stolen stone stonecol
stonecold stoned stoner stones stoney store stories storm stormy stradale strange stranger stratocaster strawberry street strength stretch strider
strike striker strip stripper stroke stroker strong stuart stud student studio studly stuff stumpy stunner stupid suan subaru sublime submit subway
subzero success suck sucker suckit suckme sucks sugar suicide sullivan sultan summer summer1 summit sundance sunday sunflowe sunflower sunny sunnyday
sunrise sunset sunshin sunshine super super1 super123 superb superfly superman superman1 supernatural supersta superstar support supreme surf surfer
surfing susan susana susanne suzanne suzuki sveta svetik svetlana svoboda swallow sweden sweet sweet1 sweetie sweetnes sweetpea sweets sweety swimmer
swimming swinger swingers sword swordfis swordfish swords sydney sylvia syncmaster syracuse system systemofadown syzygy tabitha tacobell tacoma
talisman talon tamara tammy tang tango tank tanker tanner tanya tara tardis targa target targhe tarheel tarheels tarzan tasha tatiana tattoo tatyana
taurus taxman taylor taylor1 tazman tazmania tdutybq tdutybz teacher team technics techno teddy teddy1 teddybea teddybear teen teens tekken telecamera
telecamere telefon telephon temp temp123 tempest templar temple temppass temppassword teng tennis tequila teresa terminal terminator terrapin terror
terry tesoro tesoromio test test1 test123 test1234 tester testing testpass texas texas1 thailand thanatos thanks thankyou theater theboss
thecakeisalie thecat thedog thedoors thedude theend thegame thegreat thekid theking thelma theman theodore theone theresa therock thesims thing
thirteen thoma thomas thomas1 thompson thongs thor three throat thuglife thumbs thumper thunder thunder1 thunderb thursday thx1138 tiamo tiamotanto
tian tiao tiberius tiburon ticket ticketmaster tickle tiffany tiffany1 tiger tiger1 tiger123 tiger2 tigers tigger tigger1 tigger2 tight tights timber
time timmy timothy tina ting tinker tinkerbell tinman tintin tiny titanic titanium titans titleist tits titten titties titty tobias toby today todd
together toledo tolkien tomato tomcat tommy tommy1 tommyboy tomorrow tong tongue tony tool toolman toon tootie tootsie topcat topdog topgun topher
topper tornado toronto torres toshiba tottenha tottenham toyota tracey tracker tractor tracy trader traffic train trainer trains trance transam
transformers transiti transito translator trapper travel traveler travis treasure trebor tree trevor trfnthbyf trial triangle tricia tricky trident
trigger trinidad trinity triple tripod tripper trisha tristan triton triumph trixie trojan trojans trombone trooper trouble trout truck trucker trucks
truelove truman trumpet trunks trustno1 tsunami tuan tucker tuesday tulips tunafish tundra tuning turbo turbo1 turkey turkey50 turner turtle tweety
twenty twilight twinkle twins twisted twister tyler tyler1 typhoon tyrone tyson ufficio ufkbyf ultima ultimate umbrella unbelievable underdog
undertaker unicorn unique united universal universe unknown unreal ursula usa123 usarmy user usmc usnavy usuckballz1 utente utopia vacation vader
vadim vagina valencia valentin valentina valera valeri valeria valerie valhalla valkyrie valley vampire vampires vanessa vanguard vanhalen vanilla
vanyarespekt varco varvara vasilisa vector vectra vedder vegas vegeta veicoli veicolo velvet venera venerdi venice ventura venus verbatim veritas
verizon vermont vernon verona veronica veronika vertigo vette vfczyz vfhbyf vfhbyfvfhbyf vfhecz vfhufhbnf vfibyf vfitymrf vfksirf vfrcbv vfrcbvrf
vfrcbvvfrcbv vfvekz vfvfgfgf vfvfvskfhfve vfvjxrf vh5150 viagra victor victoria victory video vietnam viewsonic vigile vigili viking vikings viktor
viktoria village vincent vinnie violet violetta violin viper viper1 vipers virgin virginia virtual vision vitalik vivian vkontakte vladik vladimir
vladimirovna vladislav volante volcom volley volume volvo voodoo vortex voyager voyeur vsegda vsjasnel12 vulcan wagner walker wallace walleye wally
walmart walnut walrus walter wang wanker wanted wapbbs warcraft wareagle warhammer warhammer40k warlock warlord warner warning warren warrior warriors
warthog washington wasser wassup watch watcher water water1 waterloo waters watson wayne wazzkaprivet weasel weather weaver webber webmaste webmaster
websolutions websolutionssu webster webuivalidat wedding weed weezer weihnachtsbau weihnachtsbaum welcome welcome1 welder wendy weng werewolf werner
wesley west western westham westside westwood wetpussy wg8e3wjf what whatever whatsup wheels whiskers whiskey whisky whisper white whitesox whitey
whitney whocares whore whosyourdaddy whynot wibble wicked wilbur wild wildcard wildcat wildcats wildfire wildman will willia william william1 williams
willie willis willow willy wilson window windows windsor windsurf wingman wings winner winnie winston winston1 winter wisdom wishbone wizard wolf
wolf359 wolfgang wolfie wolfman wolfpack wolverin wolverine wolves woman wombat women wonder wood woodland woody woody1 woofer woofwoof woohoo wookie
wordpass work working world wraith wrangler wrench wrestle wrestlin wrestling wright wrinkle1 writer wutang xanadu xander xavier xbox360 xerxes xfiles
xiang xiao xing xiong xtreme xuan xxx123 xxxp455w0rd5 xxxpass xyz123 yamaha yang yankee yankees yankees1 yankees2 ybrbnf ybrjkfq yeahbaby yellow
yfcntymrf yfnfif yfnfkmz ying yjdsqgfhjkm yoda yolanda yomama yosemite young yourmom yousuck ytrewq yummy yvette yvonne yzerman z1x2c3 z1x2c3v4
z1x2c3v4b5n6 z1x2c3v4b5n6m7 zachary zalupa zander zang zaphod zappa zaq123 zaq12wsx zaq12wsxcde3 zaq1xsw2 zaq1xsw2cde3 zaqwsx zaqwsxcderfv zaqxsw
zaraza zcfvfzkexifz zenith zephyr zeppelin zero zerocool zeus zhai zhang zhao zhei zheng zhjckfd zhong zhou zhuai zhuang zhui zhun zhuo zidane ziggy
zigzag zipper zippy zombie zong zorro zqjphsyf6ctifgu zuan zvezda zxasqw12 zxc123 zxcasd zxcasdqwe zxcasdqwe123 zxcv1234 zxcvbn zxcvbn123456 zxcvbnm
zxcvbnm1 zxcvbnm123456789 zxcvbnmmnbvcxz
`;
