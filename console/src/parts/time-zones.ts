/** To choose from: what browser and server know alike. */
export const TIME_ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({
  id: zone,
  name: zone.replaceAll('_', ' '),
}));
