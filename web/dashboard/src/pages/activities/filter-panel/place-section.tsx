import { SEARCH_PARAMETERS } from '@heliograph/contract';
import type { Option } from '@heliograph/dashboard-api';
import { useMemo } from 'react';
import { Field, FieldStack } from '../../../design';
import { SuggestCombobox } from '../combobox/suggest-combobox';
import { keyOfCity, keyOfCountry, keyOfPlace, placeOfKey, textOfPlace, typedCity } from '../domain/places';
import { ChosenList } from './chosen-list';
import type { FilterProps } from './filter-props';
import { FilterSection } from './filter-section';
import styles from './filter-panel.module.css';

interface PlaceSectionProps extends FilterProps {
  countries: readonly Option[];
}

export function PlaceSection({ filters, onChange, issueOf, countOf, countries }: PlaceSectionProps) {
  const { country, locations } = filters;
  const labels = useMemo(() => new Map(countries.map(({ id, label }) => [id, label])), [countries]);
  const labelOf = (id: string) => labels.get(id) ?? id;
  return (
    <FilterSection
      title="Place"
      activeCount={(country ? 1 : 0) + locations.length}
      isInvalid={[issueOf('country'), issueOf('locations')].some(Boolean)}
    >
      <div>
        <Field label="Country" error={issueOf('country')}>
          {(control) => (
            <SuggestCombobox
              control={control}
              label="Country"
              kind="country"
              options={countries}
              chosen={country ? [country] : []}
              countOf={(id) => countOf('country', id)}
              placeholder={country ? labelOf(country) : 'Any country'}
              onToggle={({ id }) => onChange({ country: id === country ? '' : id })}
            />
          )}
        </Field>
        <ChosenList
          label="Country"
          items={
            country
              ? [{ key: country, text: labelOf(country), onRemove: () => onChange({ country: '' }) }]
              : []
          }
        />
      </div>
      <PlacesField
        chosen={locations.map(keyOfPlace)}
        error={issueOf('locations')}
        countries={countries}
        labelOf={labelOf}
        onChange={(keys) => onChange({ locations: keys.map(placeOfKey) })}
      />
    </FilterSection>
  );
}

const MAXIMUM_PLACES = SEARCH_PARAMETERS.locations.maximumItems;
const NO_OPTIONS: readonly Option[] = [];

/** Countries and cities, any of which may match, identified by key. */
function PlacesField({
  chosen,
  error,
  countries,
  labelOf,
  onChange,
}: {
  chosen: readonly string[];
  error: string | undefined;
  countries: readonly Option[];
  labelOf: (country: string) => string;
  onChange: (keys: string[]) => void;
}) {
  const isFull = chosen.length >= MAXIMUM_PLACES;
  const options = useMemo(
    () => countries.map(({ id, label }) => ({ id: keyOfCountry(id), label })),
    [countries],
  );
  const toggle = ({ id }: Option) => {
    if (chosen.includes(id)) onChange(chosen.filter((other) => other !== id));
    else if (!isFull) onChange([...chosen, id]);
  };
  const combobox = { chosen, isMultiple: true, placeholder: 'Type to search', onToggle: toggle };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Any of several places</legend>
      <FieldStack>
        <Field
          label="Add a country"
          hint={isFull ? `You can choose up to ${MAXIMUM_PLACES} places.` : undefined}
          error={error}
        >
          {(control) => (
            <SuggestCombobox
              {...combobox}
              control={control}
              label="Countries"
              kind="country"
              options={options}
              toId={keyOfCountry}
            />
          )}
        </Field>
        <Field label="Add a city" hint="Add the country if several cities share the name: Paris, France">
          {(control) => (
            <SuggestCombobox
              {...combobox}
              control={control}
              label="Cities"
              kind="city"
              options={NO_OPTIONS}
              toId={keyOfCity}
              toNewOption={isFull ? undefined : typedCity}
            />
          )}
        </Field>
      </FieldStack>
      <ChosenList
        label="Places"
        items={chosen.map((key) => {
          const place = placeOfKey(key);
          return {
            key,
            text: place.kind === 'country' ? labelOf(place.value) : textOfPlace(place),
            onRemove: () => toggle({ id: key, label: key }),
          };
        })}
      />
    </fieldset>
  );
}
