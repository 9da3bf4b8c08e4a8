import { LOCATION, SEARCH_PARAMETERS } from '@heliograph/contract';
import type { Option } from '@heliograph/dashboard-api';
import { type FormEvent, useMemo, useState } from 'react';
import { Button, Field, FieldStack, Input } from '../../../design';
import { Combobox } from '../combobox/combobox';
import type { Place } from '../domain/filters';
import { ChosenList } from './chosen-list';
import type { FilterProps } from './filter-props';
import { FilterSection } from './filter-section';
import styles from './filter-panel.module.css';

interface PlaceSectionProps extends FilterProps {
  countries: readonly Option[];
}

export function PlaceSection({ filters, onChange, faultOf, countries }: PlaceSectionProps) {
  const { country, locations } = filters;
  const labels = useMemo(() => new Map(countries.map(({ id, label }) => [id, label])), [countries]);
  const labelOf = (id: string) => labels.get(id) ?? id;
  const isFull = locations.length >= SEARCH_PARAMETERS.locations.maximumItems;
  const add = (place: Place) => {
    const isThere = locations.some((other) => sameText(other) === sameText(place));
    if (!isThere && !isFull) onChange({ locations: [...locations, place] });
  };
  const remove = (place: Place) => onChange({ locations: locations.filter((other) => other !== place) });

  return (
    <FilterSection
      title="Place"
      activeCount={(country ? 1 : 0) + locations.length}
      isFaulty={[faultOf('country'), faultOf('locations')].some(Boolean)}
    >
      <div>
        <Field label="Country" error={faultOf('country')}>
          {(control) => (
            <Combobox
              control={control}
              label="Country"
              options={countries}
              chosen={country ? [country] : []}
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
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Any of several places</legend>
        <FieldStack>
          <Field label="Add a country" error={faultOf('locations')}>
            {(control) => (
              <Combobox
                control={control}
                label="Countries"
                options={countries}
                chosen={locations.filter(({ kind }) => kind === 'country').map(({ value }) => value)}
                isMultiple
                placeholder="Type to find"
                onToggle={({ id }) => {
                  const chosen = locations.find(({ kind, value }) => kind === 'country' && value === id);
                  if (chosen) remove(chosen);
                  else add({ kind: 'country', value: id });
                }}
              />
            )}
          </Field>
          <CityForm onAdd={add} isDisabled={isFull} />
        </FieldStack>
        <ChosenList
          label="Places"
          items={locations.map((place) => ({
            key: sameText(place),
            text:
              place.kind === 'country'
                ? labelOf(place.value)
                : [place.value, place.country].filter(Boolean).join(', '),
            onRemove: () => remove(place),
          }))}
        />
      </fieldset>
    </FilterSection>
  );
}

/** Cities are not among the filter options: their names are typed. A country distinguishes two of the same name. */
function CityForm({ onAdd, isDisabled }: { onAdd: (place: Place) => void; isDisabled: boolean }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [city, ...country] = text.split(',').map((part) => part.trim());
    if (!city) return;
    const within = country.join(', ').slice(0, LOCATION.countryLength);
    onAdd(within ? { kind: 'city', value: city, country: within } : { kind: 'city', value: city });
    setText('');
  };
  return (
    <form onSubmit={submit}>
      <Field label="Add a city" hint="Add the country if several cities share the name: Paris, France">
        {(control) => (
          <div className={styles.row}>
            <Input
              {...control}
              value={text}
              placeholder="Osaka"
              maxLength={LOCATION.valueLength}
              autoComplete="off"
              disabled={isDisabled}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" disabled={isDisabled || text.trim() === ''}>
              Add
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

function sameText({ kind, value, country }: Place): string {
  return JSON.stringify([kind, value, country ?? '']);
}
