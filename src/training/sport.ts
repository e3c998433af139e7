/**
 * The sports Ekiden knows and the family each belongs to. Two records of one workout may name neighbouring
 * sports (a watch says trail_run, a phone says run), so duplicates are looked for inside a family.
 */
const FAMILY_OF = {
  run: 'running',
  trail_run: 'running',
  track_run: 'running',
  treadmill_run: 'running',
  virtual_run: 'running',
  walk: 'walking',
  hike: 'walking',
  mountaineering: 'walking',
  snowshoe: 'walking',
  ride: 'cycling',
  mountain_bike_ride: 'cycling',
  gravel_ride: 'cycling',
  track_ride: 'cycling',
  indoor_ride: 'cycling',
  virtual_ride: 'cycling',
  e_bike_ride: 'cycling',
  handcycle: 'cycling',
  pool_swim: 'swimming',
  open_water_swim: 'swimming',
  swim: 'swimming',
  rowing: 'rowing',
  indoor_rowing: 'rowing',
  kayaking: 'paddling',
  canoeing: 'paddling',
  stand_up_paddling: 'paddling',
  rafting: 'paddling',
  cross_country_ski: 'skiing',
  alpine_ski: 'skiing',
  backcountry_ski: 'skiing',
  snowboard: 'skiing',
  ice_skating: 'skating',
  inline_skating: 'skating',
  strength_training: 'gym',
  cardio_training: 'gym',
  hiit: 'gym',
  elliptical: 'gym',
  stair_climbing: 'gym',
  jump_rope: 'gym',
  yoga: 'mobility',
  pilates: 'mobility',
  mobility: 'mobility',
  meditation: 'mobility',
  rock_climbing: 'climbing',
  soccer: 'team_sport',
  basketball: 'team_sport',
  volleyball: 'team_sport',
  team_sport: 'team_sport',
  tennis: 'racket_sport',
  racket_sport: 'racket_sport',
  sailing: 'water_sport',
  surfing: 'water_sport',
  windsurfing: 'water_sport',
  kitesurfing: 'water_sport',
  snorkeling: 'water_sport',
  diving: 'water_sport',
  golf: 'other',
  dance: 'other',
  boxing: 'other',
  horse_riding: 'other',
  wheelchair: 'other',
  multisport: 'multisport',
  transition: 'transition',
  other: 'other',
} as const;

export type SportType = keyof typeof FAMILY_OF;

export type SportFamily = (typeof FAMILY_OF)[SportType];

export const SPORT_TYPES: readonly SportType[] = Object.keys(FAMILY_OF).filter(isSportType);

export function isSportType(text: string): text is SportType {
  return Object.hasOwn(FAMILY_OF, text);
}

export function sportFamily(sport: SportType): SportFamily {
  return FAMILY_OF[sport];
}

/** Whether pace, VDOT, best efforts and running load apply to the sport. */
export function isRunning(sport: SportType): boolean {
  return FAMILY_OF[sport] === 'running';
}

/** Whether the sport has a pace for each 100 metres. */
export function isSwimming(sport: SportType): boolean {
  return FAMILY_OF[sport] === 'swimming';
}

/**
 * Whether the sport has a pace for each kilometre and a cadence in steps. For these sports, cadences that a device stores for one foot
 * are doubled.
 */
export function isOnFoot(sport: SportType): boolean {
  return FAMILY_OF[sport] === 'running' || FAMILY_OF[sport] === 'walking';
}

/**
 * FIT sub sports that name the sport by themselves, whatever the sport beside them says (watches store
 * indoor rowing under `fitnessEquipment`, yoga under `training`). Names are those of Garmin's FIT profile.
 */
const BY_FIT_SUB_SPORT: ReadonlyMap<string, SportType> = new Map(
  Object.entries({
    treadmill: 'treadmill_run',
    indoorRunning: 'treadmill_run',
    indoorCycling: 'indoor_ride',
    spin: 'indoor_ride',
    indoorRowing: 'indoor_rowing',
    indoorWalking: 'walk',
    elliptical: 'elliptical',
    stairClimbing: 'stair_climbing',
    lapSwimming: 'pool_swim',
    openWater: 'open_water_swim',
    strengthTraining: 'strength_training',
    cardioTraining: 'cardio_training',
    flexibilityTraining: 'mobility',
    yoga: 'yoga',
    pilates: 'pilates',
    breathing: 'meditation',
    hiit: 'hiit',
    amrap: 'hiit',
    emom: 'hiit',
    tabata: 'hiit',
    mountain: 'mountain_bike_ride',
    downhill: 'mountain_bike_ride',
    enduro: 'mountain_bike_ride',
    gravelCycling: 'gravel_ride',
    mixedSurface: 'gravel_ride',
    cyclocross: 'gravel_ride',
    trackCycling: 'track_ride',
    handCycling: 'handcycle',
    indoorHandCycling: 'handcycle',
    eBikeFitness: 'e_bike_ride',
    eBikeMountain: 'e_bike_ride',
    indoorClimbing: 'rock_climbing',
    bouldering: 'rock_climbing',
    skateSkiing: 'cross_country_ski',
    rucking: 'hike',
    squash: 'racket_sport',
    badminton: 'racket_sport',
    racquetball: 'racket_sport',
    tableTennis: 'racket_sport',
    pickleball: 'racket_sport',
    padel: 'racket_sport',
  } as const),
);

/** FIT sub sports whose meaning depends on the sport; the key is `sport/subSport`. */
const BY_FIT_PAIR: ReadonlyMap<string, SportType> = new Map(
  Object.entries({
    'running/trail': 'trail_run',
    'running/track': 'track_run',
    'running/virtualActivity': 'virtual_run',
    'running/indoorTrack': 'track_run',
    'cycling/virtualActivity': 'virtual_ride',
    'rowing/virtualActivity': 'indoor_rowing',
    'alpineSkiing/backcountry': 'backcountry_ski',
    'snowboarding/backcountry': 'backcountry_ski',
  } as const),
);

/**
 * The canonical sport of a FIT session.
 *
 * @param sport name of the FIT profile's `sport` (camel case), or null where the file has none
 * @param subSport name of the FIT profile's `sub_sport`, or null
 * @returns `other` for anything unknown
 */
export function sportFromFit(sport: string | null, subSport: string | null): SportType {
  if (sport === 'transition') return 'transition';
  const pair = BY_FIT_PAIR.get(`${sport}/${subSport}`);
  if (pair !== undefined) return pair;
  const bySub = subSport === null ? undefined : BY_FIT_SUB_SPORT.get(subSport);
  if (bySub !== undefined) return bySub;
  return sport === null ? 'other' : sportFromWord(sport);
}

/** The words of FIT, TCX and GPX files and of the services that write them, in the spelling of `fold` below. */
const WORDS: Readonly<Record<SportType, string>> = {
  run: 'running jog jogging street_running road_running indoor_track obstacle_run ultra_run laufen correr course_a_pied outdoor_run outdoor_running',
  trail_run: 'trail_running trail trailrun',
  track_run: 'track_running track_and_field',
  treadmill_run: 'treadmill_running treadmill indoor_running indoor_run',
  virtual_run: 'virtual_running',
  walk: 'walking casual_walking speed_walking power_walking nordic_walking indoor_walking outdoor_walk outdoor_walking indoor_walk',
  hike: 'hiking trekking rucking',
  mountaineering: 'mountaineer',
  snowshoe: 'snowshoeing snow_shoe',
  ride: 'cycling biking bike bicycle cycle road_biking road_cycling road_ride recumbent_cycling bmx velomobile commuting outdoor_cycle outdoor_cycling outdoor_ride',
  mountain_bike_ride: 'mountain_biking mountain_bike mtb downhill_biking enduro_mtb cycling_mountain',
  gravel_ride: 'gravel_cycling gravel_biking cyclocross cyclo_cross',
  track_ride: 'track_cycling',
  indoor_ride: 'indoor_cycling indoor_biking spinning spin indoor_cycle',
  virtual_ride: 'virtual_cycling virtual_biking',
  e_bike_ride:
    'e_biking e_bike ebike_ride ebikeride e_bike_fitness e_bike_mountain e_mountain_bike_ride emountain_bike_ride e_enduro_mtb',
  handcycle: 'handcycling hand_cycling indoor_handcycling outdoor_hand_cycling',
  pool_swim: 'lap_swimming pool_swimming',
  open_water_swim: 'open_water_swimming open_water',
  swim: 'swimming',
  rowing: 'row',
  indoor_rowing: 'virtual_row rowing_machine indoor_row rower',
  kayaking: 'kayak whitewater_rafting_kayaking',
  canoeing: 'canoe paddling paddle_sports',
  stand_up_paddling: 'stand_up_paddleboarding sup',
  rafting: 'whitewater_rafting',
  cross_country_ski: 'cross_country_skiing nordic_ski nordic_skiing skate_skiing roller_ski',
  alpine_ski: 'alpine_skiing resort_skiing skiing downhill_skiing resort_skiing_snowboarding',
  backcountry_ski: 'backcountry_skiing ski_touring backcountry_snowboarding',
  snowboard: 'snowboarding',
  ice_skating: 'ice_skate skating skating_sports',
  inline_skating: 'inline_skate',
  strength_training:
    'weight_training strength weights functional_strength_training traditional_strength_training core_training',
  cardio_training:
    'indoor_cardio training workout fitness_equipment cardio gym crossfit cross_training mixed_cardio mixed_metabolic_cardio_training fitness_gaming step_training water_fitness',
  hiit: 'high_intensity_interval_training',
  elliptical: 'elliptical_trainer',
  stair_climbing: 'stair_stepper stairs floor_climbing',
  jump_rope: 'rope_skipping',
  yoga: '',
  pilates: '',
  mobility: 'stretching flexibility barre cooldown cool_down preparation_and_recovery tai_chi',
  meditation: 'breathwork breathing mind_and_body',
  rock_climbing: 'climbing bouldering indoor_climbing',
  soccer: 'football',
  basketball: '',
  volleyball: '',
  team_sport:
    'team_sports hockey ice_hockey field_hockey rugby cricket lacrosse baseball american_football ultimate_disc softball australian_football handball water_polo curling disc_sports',
  tennis: '',
  racket_sport:
    'racket racket_sports badminton squash table_tennis pickleball padel racquetball platform_tennis paddleball paddelball',
  sailing: 'sail offshore_grinding onshore_grinding',
  surfing: 'surf surfing_sports',
  windsurfing: 'windsurf wind_kite_surfing',
  kitesurfing: 'kitesurf kiteboarding',
  snorkeling: 'snorkelling',
  diving: 'single_gas_diving multi_gas_diving apnea_diving pool_apnea underwater_diving',
  golf: 'disc_golf',
  dance: 'dancing cardio_dance dance_inspired_training social_dance',
  boxing: 'mixed_martial_arts kickboxing martial_arts',
  horse_riding: 'horseback_riding equestrian_sports',
  wheelchair: 'wheelchair_push_run wheelchair_push_walk wheelchair_run_pace wheelchair_walk_pace',
  multisport: 'multi_sport triathlon duathlon brick swim_run swim_bike_run',
  transition: 'bike_to_run_transition run_to_bike_transition swim_to_bike_transition',
  other: 'generic uncategorized unknown',
};

/** Strava writes its internal numbers into the `<type>` of an exported GPX: 1 ride, 4 hike, 9 run, 10 walk, 16 swim. */
const STRAVA_NUMBERS: ReadonlyMap<string, SportType> = new Map(
  Object.entries({
    '1': 'ride',
    '4': 'hike',
    '9': 'run',
    '10': 'walk',
    '16': 'swim',
  } as const),
);

const BY_WORD: ReadonlyMap<string, SportType> = new Map(
  SPORT_TYPES.flatMap((sport) =>
    [sport, ...WORDS[sport].split(' ')].filter((word) => word !== '').map((word) => [word, sport] as const),
  ),
);

/** `TrailRun`, `trail-running`, `Trail Running` and `TRAIL_RUNNING` become one spelling; `_v2`, `_ws` are Garmin's. */
function fold(word: string): string {
  return word
    .trim()
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .replace(/_(?:v2|ws)$/, '');
}

/**
 * The canonical sport of a word in any usual spelling: TCX `Sport`, GPX `<type>`, Strava and Garmin names.
 *
 * @returns `other` for anything unknown, however long
 */
export function sportFromWord(word: string): SportType {
  if (word.length > 100) return 'other';
  const folded = fold(word);
  return STRAVA_NUMBERS.get(folded) ?? BY_WORD.get(folded) ?? 'other';
}
