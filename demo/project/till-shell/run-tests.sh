# Runs tests/*.sh, each a test that passes with exit code 0, and writes report.xml.
failed=0
{
  echo '<testsuite name="till">'
  for test in tests/*.sh; do
    name=${test##*/}
    if sh "$test"; then
      echo "  <testcase classname=\"till\" name=\"${name%.sh}\"/>"
    else
      failed=1
      echo "  <testcase classname=\"till\" name=\"${name%.sh}\"><failure message=\"the test failed\"/></testcase>"
    fi
  done
  echo '</testsuite>'
} >report.xml
exit $failed
