-- The bounds of src/bounds.ts, held for what is written from now on; what is there already is not looked at, and may be read, published and
-- withdrawn. A version before this one goes on writing whatever lies within them.

ALTER TABLE catalog.company ADD CONSTRAINT company_industries_bounded
  CHECK (cardinality(industries) <= 50) NOT VALID;

-- Industries and countries are not looked at for controls: a company that was stored before may bring them along.
ALTER TABLE catalog.identifier ADD CONSTRAINT identifier_bounded CHECK (
  char_length(id) BETWEEN 1 AND 180
  -- No comma, no control, nothing that changes the direction of text, no separator of lines or paragraphs.
  AND (kind IN ('industry', 'country')
    OR id !~ '[,\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]')
) NOT VALID;

-- A CHECK would also be held against old rows whose version changes when they are published.
CREATE FUNCTION catalog.refuse_unbounded_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'signal % is larger than a signal may be, or has a list of more than 50 items', NEW.id
    USING ERRCODE = 'check_violation', TABLE = 'signal_document', SCHEMA = 'catalog', CONSTRAINT = 'signal_document_bounded';
END
$$;
CREATE TRIGGER signal_document_bounded AFTER INSERT ON catalog.signal_document
  FOR EACH ROW WHEN (
    octet_length(NEW.document) > 246212
    -- Only what has as many commas as a list of 51 is read as JSON.
    OR octet_length(NEW.document) - octet_length(replace(NEW.document, ',', '')) >= 50
      AND (
        jsonb_array_length(NEW.document::jsonb -> 'industries') > 50
        OR jsonb_path_exists(NEW.document::jsonb, 'strict $.hiring.* ? (@.size() > 50)', '{}', true)
      )
  ) EXECUTE FUNCTION catalog.refuse_unbounded_signal();
